import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { installClient, run } from '#test/clients/client-package.ts'
import { clientProgram, PROGRAM_ANSWER } from '#test/clients/client-program.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// npm run matrix:client — parley-client, as it is published, in other runtimes, each installed by npm into a temporary
// directory. For a nightly run: it downloads some 400 MB. Node 24 and Chromium are in contract/client*.test.ts.

const server = await startServer()
const store = await makeStore(server)
await addConversation(store, { messages: ['1', '2', '3'].map((text) => message({ text })) })
const directory = await installClient()
await writeFile(
  join(directory, 'program.mjs'),
  `${clientProgram('parley-client')}
const program = globalThis.process ?? (await import('node:process'))
console.log(JSON.stringify(await main(...program.argv.slice(2))))`,
)

const RUNTIMES: Record<string, string[]> = {
  'node@20': ['node'],
  'node@22': ['node'],
  bun: ['bun', 'run'],
  deno: ['deno', 'run', '--allow-net', '--allow-env', '--no-prompt'],
}

for (const [name, [command = '', ...flags]] of Object.entries(RUNTIMES)) {
  test(`the client works in ${name}`, async () => {
    const home = join(directory, `runtime-${name.replace('@', '-')}`)
    await mkdir(home)
    // What they install is fetched by a script of theirs, which npm asks about.
    const allowScripts = { [name.split('@')[0] as string]: true }
    await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, allowScripts }))
    await run('npm', ['install', '--no-audit', '--no-fund', name], { cwd: home })
    const program = [...flags, join(directory, 'program.mjs'), server.baseUrl, store.key, store.appId]
    const { stdout } = await run(join(home, 'node_modules/.bin', command), program, { cwd: directory })
    assert.deepEqual(JSON.parse(stdout), PROGRAM_ANSWER)
    const { stdout: version } = await run(join(home, 'node_modules/.bin', command), ['--version'])
    console.log(`${name}: ${version.split('\n')[0]}`)
  })
}
