import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { parley } from '#test/database/backup.ts'
import { onPostgres } from '#test/database/database.ts'
import { reply, startProvider } from '#test/doubles/provider.ts'
import { startReceiver } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { addPasskey, signInBy, startPasskeyServer } from '#test/fixtures/passkeys.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { deliveryEnv, subscribe, verifyWebhook } from '#test/fixtures/webhooks.ts'
import { installService } from '#test/package.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The package parley-chat as npm installs it somewhere else: it is small, and the service in it does its work.

const run = promisify(execFile)
const directory = await installService()
const home = join(directory, 'lib/node_modules/parley-chat')
/** What it depends on, and nothing else: installed globally, a package has its own. */
const modules = join(home, 'node_modules')
const SERVICE = join(directory, 'bin/parley-chat')
const COMMANDS = join(directory, 'bin/parley')
/** What a statement or a call at the start of a line imports. */
const IMPORTED = /^(?:import|export)\b[^"';]*"([^"]+)";|\bimport\("([^"]+)"\)/gm
/** A line of a comment, where joined packages name types of others. */
const COMMENT = /^\s*\*.*$/gm
const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''

test('the installed package takes at most 150 MiB of a disk, in whole blocks as `du` counts them', () => {
  const entries = globSync('**', { cwd: home, withFileTypes: true })
  const blocks = entries.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).blocks, 0)
  const mib = (blocks * 512) / 2 ** 20
  assert.ok(entries.length > 1_000 && mib <= 150, `${mib.toFixed(1)} MiB in ${entries.length} files and directories`)
})

test('what the AI agent asks models with is carried, with its licences', async () => {
  const provider = await startProvider()
  const server = await startServer({ env: provider.env, program: SERVICE })
  const store = await makeStore(server, { settings: { ai: { enabled: true } } })
  await importLines(store, [{ kind: 'faq', data: { id: 'far', question: 'Far islands?', answer: 'It takes 9 days.' } }])
  provider.behave(() => reply('Yes, it takes 9 days.', ['article:far'], { topic: 'shipping' }))
  const { conversation } = await (await makeVisitor(server, store)).say(
    'My aunt lives far out at sea, on a rock with sheep. Would a delivery get there at all?',
  )
  const path = `/chat/conversations/${conversation.id}/messages`
  const { text } = await until('an answer', async () =>
    ok(await store.api.get(path)).find(({ isBot }: { isBot: boolean }) => isBot),
  )
  assert.match(text, /Yes, it takes/, server.logs())
  assert.ok(provider.requests.length > 0)
  const licences = readFileSync(join(home, 'lib/LICENSES.txt'), 'utf8')
  for (const name of ['ai', '@ai-sdk/anthropic', '@ai-sdk/openai-compatible', 'typebox', 'zod'])
    assert.match(licences, new RegExp(`^${name} \\d`, 'm'))
})

test('what passkeys are checked with is carried', async () => {
  const { target } = await startPasskeyServer({}, SERVICE)
  const store = await makeStore(target)
  const { passkey } = await addPasskey(await signInOwner(target, store))
  const { answer } = await signInBy(target, passkey)
  assert.equal(answer.body.data?.memberId, store.owner.memberId, JSON.stringify(answer.body))
})

test('the service loads no package that it does not depend on', () => {
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const files = globSync('lib/**/*.js', { cwd: home, exclude: ['lib/surfaces/*/browser/*'] })
  const bare = files.flatMap((name) =>
    [...readFileSync(join(home, name), 'utf8').replace(COMMENT, '').matchAll(IMPORTED)].map(
      ([, stated, awaited]) => stated ?? awaited ?? '',
    ),
  )
  const packages = bare.filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
  assert.ok(packages.includes('fastify'))
  assert.deepEqual(
    packages.filter((specifier) => !(packageOf(specifier) in dependencies)),
    [],
  )
})

test('the package carries JavaScript and built browser code, and installs nothing to build with', () => {
  for (const name of [
    'lib/main.js',
    'lib/cli/parley.js',
    'dist/web/index.html',
    'dist/sdk/sdk.js',
    'dist/docs/scalar.js',
  ])
    assert.ok(existsSync(join(home, name)), name)
  assert.deepEqual(globSync('{lib,bin}/**/*.ts', { cwd: home }), [])
  assert.deepEqual(globSync('{bin,lib,dist,docs}/**/*.test.*', { cwd: home }), [])
  for (const name of [
    'node',
    'vite',
    'react',
    'preact',
    'typescript',
    '@scalar',
    'openapi-fetch',
    'ai',
    '@ai-sdk',
    'zod',
  ])
    assert.ok(!existsSync(join(modules, name)), name)
  assert.equal(
    JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).private,
    true,
    'nothing is published by accident',
  )
})

test('spec C1.3: an older Node gets one sentence that names the required version', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`
  for (const program of [SERVICE, COMMANDS]) {
    const start = run(process.execPath, [`--import=data:text/javascript,${encodeURIComponent(older)}`, program])
    await assert.rejects(
      start,
      ({ code, stderr }) => code === 1 && /^Parley needs Node 24 or newer; this is 20\.19\.0\./.test(stderr),
    )
  }
})

/** The system's Node, beside the one that npm brought, where it is older. */
const system = await run('/usr/bin/node', ['--version']).then(
  ({ stdout }) => stdout,
  () => '',
)
const skip = /^v(18|20|22)\./.test(system) ? false : 'no older Node on this machine'

test('an older Node reads that far', { skip }, async () => {
  for (const program of [SERVICE, COMMANDS])
    await assert.rejects(
      run('/usr/bin/node', [program]),
      ({ code, stderr }) => code === 1 && /^Parley needs/.test(stderr),
    )
})

test('it says its version, and what it takes', async () => {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  assert.equal((await run(process.execPath, [SERVICE, '--version'])).stdout.trim(), version)
  assert.match((await run(process.execPath, [SERVICE, '--help'])).stdout, /--data DIR/)
  await assert.rejects(
    run(process.execPath, [SERVICE, '--prot', '1']),
    ({ code, stderr }) => code === 1 && /--port PORT/.test(stderr),
  )
  assert.match((await run(process.execPath, [COMMANDS, '--help'])).stdout, /store create/)
})

test('spec C1.3: installed, it starts, serves shopper, member and integrator, and stops', async () => {
  const receiver = await startReceiver()
  const server = await startServer({ env: deliveryEnv(receiver), program: SERVICE })
  const store = await makeStore(server)
  const { secret } = await subscribe(store, receiver.url('/installed'))
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say('Where is my order?')
  const path = `/chat/conversations/${conversation.id}/messages`
  ok(await store.api.post(path, { text: 'On its way.', memberId: store.owner.memberId }), 201)
  const deliveries = await receiver.take('/installed', 2)
  assert.deepEqual(deliveries.map(({ event }) => event.data.text).sort(), ['On its way.', 'Where is my order?'])
  assert.ok(deliveries.every(({ headers, body }) => verifyWebhook(headers, body, secret)))
  for (const page of [
    '/',
    '/inbox',
    '/sdk.js',
    '/docs',
    '/docs/reference',
    '/docs/scalar.js',
    '/docs/minisearch.js',
    '/docs/api/client.md',
    '/docs/graphql',
  ])
    assert.equal((await fetch(server.baseUrl + page, { headers: { accept: 'text/html' } })).status, 200, page)

  const scratch = await mkdtemp(join(tmpdir(), 'parley-package-data-'))
  after(() => rm(scratch, { recursive: true, force: true }))
  const file = join(scratch, 'backup')
  const { code, stderr } = await parley(['backup', file], server, { program: COMMANDS })
  assert.equal(code, 0, stderr)
  assert.equal(await server.stop(), 0)

  // Restored into an embedded database, whatever it was taken from.
  const env = { DATA_DIR: join(scratch, 'data'), DATABASE_URL: '', SECRET_KEY: server.env.SECRET_KEY ?? '' }
  if (!onPostgres) env.SECRET_KEY = readFileSync(join(server.env.DATA_DIR as string, 'secret-key'), 'utf8').trim()
  const restored = await parley(['restore', file], { env }, { program: COMMANDS })
  assert.equal(restored.code, 0, restored.stderr)
  const again = await startServer({ env, program: SERVICE })
  const answer = await fetch(again.baseUrl + path, { headers: { 'x-api-key': store.key } })
  const { data } = (await answer.json()) as { data: { text: string }[] }
  assert.deepEqual(
    data.map(({ text }) => text).filter((text) => /order|way/.test(text)),
    ['Where is my order?', 'On its way.'],
  )
})
