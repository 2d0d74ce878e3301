import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { addConversation, importLines, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// Testers from Python's registry, with versions pinned in matrix/python/requirements.txt: schemathesis against the OpenAPI
// and GraphQL documents, the official MCP client in each of its modes, and the GraphQL client gql. Part of `npm run test:all`.
// They are installed into a virtual environment of their own, which is kept between runs. Where Python or its registry is
// missing the tests are skipped, and the run's last lines say so.

const run = promisify(execFile)
const requirements = resolve('matrix/python/requirements.txt')
const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
const environment = resolve(`node_modules/.cache/parley/python-${version}`)
const program = (name: string) => join(environment, 'bin', name)
const skip = await install()

/** Why the testers cannot be installed, or false. */
async function install(): Promise<string | false> {
  if (existsSync(join(environment, 'ready'))) return false
  try {
    await run('python3', ['-m', 'venv', environment])
    await run(program('pip'), ['install', '--quiet', '--requirement', requirements])
    await run('touch', [join(environment, 'ready')])
    return false
  } catch (error) {
    return `Python's testers cannot be installed: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`
  }
}

const server = skip ? undefined : await startServer()
const store = server && (await makeStore(server))
const secret = { 'x-api-id': store?.appId ?? '', 'x-api-secret': store?.key ?? '' }
const baseUrl = server?.baseUrl ?? ''
if (store) {
  await importLines(store, [{ kind: 'faq', data: { id: 'ship', question: 'Shipping?', answer: 'Two days by ship.' } }])
  await addConversation(store)
}
const scratch = await mkdtemp(join(tmpdir(), 'parley-python-'))
after(() => rm(scratch, { recursive: true, force: true }))

/** What a script of matrix/python/ prints on its last line. */
async function runScript(name: string, env: Record<string, string>) {
  const { stdout } = await run(program('python'), [resolve('matrix/python', name)], { env: { ...process.env, ...env } })
  return JSON.parse(stdout.trim().split('\n').at(-1) as string)
}

for (const mode of ['auto', '2026-07-28', 'legacy']) {
  test(`the official MCP client in mode ${mode} connects, lists and calls`, { skip }, async () => {
    const headers = JSON.stringify({ 'X-App-Id': store?.appId, Authorization: `Bearer ${store?.key}` })
    const env = { MCP_URL: `${baseUrl}/mcp`, MCP_HEADERS: headers, MCP_MODE: mode }
    const { tools, answer } = await runScript('mcp_client.py', env)
    assert.ok(tools.includes('send_message'), tools.join(' '))
    assert.match(JSON.stringify(answer), /Two days by ship/)
  })
}

test('gql reads the schema, then a page of contacts', { skip }, async () => {
  const env = { GRAPHQL_URL: `${baseUrl}/graphql`, GRAPHQL_HEADERS: JSON.stringify(secret) }
  assert.equal((await runScript('gql_client.py', env)).customers.totalCount, 1)
})

const DOCUMENTS: [string, string, string[]][] = [
  ['openapi', '/openapi.json', [`X-Api-Key: ${store?.key}`, `Authorization: Bearer ${server?.operatorToken}`]],
  ['graphql', '/graphql', Object.entries(secret).map(([name, value]) => `${name}: ${value}`)],
]

for (const [name, path, headers] of DOCUMENTS) {
  test(`schemathesis finds no difference between the ${name} document and the service`, { skip }, async (t) => {
    const flags = ['--phases', 'examples,coverage,fuzzing,stateful', '--checks', 'all', '--continue-on-failure']
    const sent = headers.flatMap((header) => ['--header', header])
    const args = ['run', baseUrl + path, ...flags, ...sent, '--max-examples', '30', '--no-color']
    const ended = run(program('schemathesis'), args, { cwd: scratch, maxBuffer: 1e9 })
    const { stdout, code } = await ended.then(
      ({ stdout }) => ({ stdout, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    )
    t.diagnostic(stdout.split('SUMMARY')[1] ?? stdout.slice(-3_000))
    assert.equal(code, 0, stdout.slice(-20_000))
  })
}
