import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { packService } from '#test/package.ts'
import { startServer } from '#test/service/server.ts'

// Spec C1.3: the package installs into an empty directory from npm's registry alone, and the next version takes its place and
// its data: what docs/releasing.md and docs/operate/upgrading.md promise.

const run = promisify(execFile)
const NEXT = '0.1.999'

const home = await mkdtemp(join(tmpdir(), 'parley-upgrade-'))
after(() => rm(home, { recursive: true, force: true }))

/** The package with a higher version and one migration more, as a release would be. */
async function packNext(tarball: string): Promise<string> {
  const scratch = join(home, 'next')
  await mkdir(scratch)
  await run('tar', ['-xzf', tarball, '-C', scratch])
  const folder = join(scratch, 'package')
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: NEXT }))
  await writeFile(join(folder, 'migrations/9000-comment-on-messages.sql'), `comment on table messages is 'upgraded';\n`)
  await run('npm', ['pack', '--ignore-scripts', `--pack-destination=${scratch}`], { cwd: folder })
  return join(scratch, `parley-chat-${NEXT}.tgz`)
}

async function install(directory: string, tarball: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const env = { ...process.env, npm_config_prefer_offline: 'true' }
  await run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: directory, env })
  return join(directory, 'node_modules/parley-chat/bin/parley-chat.js')
}

test('spec C1.3: the package installs into an empty directory, and an upgrade keeps the data', async () => {
  const tarball = await packService()
  const directory = join(home, 'shop')
  const program = await install(directory, tarball)
  assert.deepEqual((await readdir(directory)).sort(), ['node_modules', 'package-lock.json', 'package.json'])
  const resolved = Object.values(
    JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages as Record<
      string,
      { resolved?: string }
    >,
  ).flatMap(({ resolved = [] }) => resolved)
  const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim()
  const isAllowed = (url: string) =>
    [registry, 'https://registry.npmjs.org/'].some((origin) => url.startsWith(origin)) ||
    /^file:.*parley-chat/.test(url)
  const elsewhere = resolved.filter((url) => !isAllowed(url))
  assert.deepEqual(elsewhere, [])

  const env = { DATA_DIR: join(directory, 'data'), DATABASE_URL: '', DEMO: '0' }
  const before = await startServer({ env, program })
  const store = await makeStore(before)
  const conversation = await addConversation(store, { messages: [message({ text: 'Where is my order?' })] })
  const path = `/chat/conversations/${conversation.id}/messages`
  const messages = ok(await store.api.get(path))
  assert.equal(await before.stop(), 0)
  assert.ok(existsSync(join(directory, 'data')))

  await install(directory, await packNext(tarball))
  assert.equal((await run(process.execPath, [program, '--version'])).stdout.trim(), NEXT)
  const upgraded = await startServer({ env: { ...before.env, ...env }, program })
  assert.match(upgraded.logs(), /9000-comment-on-messages/)
  const answer = await fetch(upgraded.baseUrl + path, { headers: { 'x-api-key': store.key } })
  assert.deepEqual(((await answer.json()) as { data: unknown }).data, messages)
  const sent = await fetch(upgraded.baseUrl + path, {
    method: 'POST',
    headers: { 'x-api-key': store.key, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'On its way.', memberId: store.owner.memberId }),
  })
  assert.equal(sent.status, 201)
  assert.equal(await upgraded.stop(), 0)
})
