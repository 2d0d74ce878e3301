import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// npm run matrix:mcp — real clients against the tool server, each installed by npm into a temporary directory: every
// one connects, lists the tools and calls one, with both headers and with the bearer key alone. For a nightly run: it
// downloads some hundred megabytes. The oldest and the newest official clients are in contract/mcp/clients.test.ts.
//
//   MATRIX_ONLY=ai npm run matrix:mcp   those whose name holds the text
//   MATRIX_DIR=/tmp/m npm run matrix:mcp   keeps what was installed, and uses it again

interface Entry {
  name: string
  packages: string[]
  /** What drives it, of drive.js. */
  driver: string
}

const sdk = (version: string): Entry => ({
  name: `@modelcontextprotocol/sdk ${version}`,
  packages: [`@modelcontextprotocol/sdk@${version}`],
  driver: 'sdk',
})

const CLIENTS: Entry[] = [
  ...['~1.10.0', '~1.12.0', '~1.17.0', '~1.20.0', '~1.23.0', 'latest'].map(sdk),
  { name: '@modelcontextprotocol/client 2', packages: ['@modelcontextprotocol/client@2'], driver: 'client' },
  { name: 'ai 4', packages: ['ai@4', '@modelcontextprotocol/sdk@~1.12.0'], driver: 'ai-before-6' },
  // Its later patches have given the client away to a package of its own.
  { name: 'ai 5', packages: ['ai@5.0.0', '@modelcontextprotocol/sdk@~1.17.0'], driver: 'ai-before-6' },
  { name: 'ai latest', packages: ['ai@latest', '@ai-sdk/mcp@latest'], driver: 'ai' },
  {
    name: '@langchain/mcp-adapters latest',
    packages: ['@langchain/mcp-adapters@latest', '@langchain/core@latest'],
    driver: 'langchain',
  },
  { name: '@openai/agents latest', packages: ['@openai/agents@latest', 'zod'], driver: 'agents' },
  { name: '@mastra/mcp latest', packages: ['@mastra/mcp@latest', '@mastra/core@latest'], driver: 'mastra' },
  { name: 'mcp-remote latest', packages: ['mcp-remote@latest', '@modelcontextprotocol/sdk@1'], driver: 'remote' },
  { name: 'inspector latest', packages: ['@modelcontextprotocol/inspector@latest'], driver: 'inspector' },
]

const { MATRIX_ONLY = '', MATRIX_DIR } = process.env
const run = promisify(execFile)
const directory = MATRIX_DIR ?? (await mkdtemp(join(tmpdir(), 'parley-matrix-')))
after(() => MATRIX_DIR ?? rm(directory, { recursive: true, force: true }))

const server = await startServer()
const store = await makeStore(server)
await importLines(store, [{ kind: 'faq', data: { id: 'ship', question: 'Shipping?', answer: 'Two days by ship.' } }])
const bearer = { Authorization: `Bearer ${store.key}` }
const DOORS = {
  'both headers': {
    MCP_URL: `${server.baseUrl}/mcp`,
    MCP_HEADERS: JSON.stringify({ 'X-App-Id': store.appId, ...bearer }),
  },
  'bearer alone': { MCP_URL: `${server.baseUrl}/mcp/${store.appId}`, MCP_HEADERS: JSON.stringify(bearer) },
}

/** Installs what is not there yet; answers the version of the first package. */
async function install({ name, packages }: Entry): Promise<{ home: string; version: string }> {
  const home = join(directory, name.replaceAll(/[^\w.-]+/g, '-'))
  const first = (packages[0] as string).replace(/(?<=.)@.*/, '')
  const manifest = join(home, 'node_modules', first, 'package.json')
  await mkdir(home, { recursive: true })
  await copyFile(fileURLToPath(new URL('drive.js', import.meta.url)), join(home, 'drive.js'))
  const known = await readFile(manifest, 'utf8').catch(() => null)
  if (known === null) {
    await writeFile(join(home, 'package.json'), '{"private":true,"type":"module"}')
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: home })
  }
  return { home, version: JSON.parse(known ?? (await readFile(manifest, 'utf8'))).version }
}

for (const client of CLIENTS.filter(({ name }) => name.includes(MATRIX_ONLY))) {
  test(`${client.name} connects, lists and calls`, { timeout: 300_000 }, async (t) => {
    const { home, version } = await install(client)
    for (const [door, env] of Object.entries(DOORS)) {
      const { stdout } = await run(process.execPath, ['drive.js', client.driver], {
        cwd: home,
        env: { ...process.env, ...env },
        timeout: 60_000,
      })
      const { tools, answer } = JSON.parse(stdout.trim().split('\n').at(-1) as string)
      assert.equal(tools.length, 11, door)
      assert.match(JSON.stringify(answer), /Two days by ship/, door)
    }
    t.diagnostic(`${client.name}: ${version}`)
  })
}
