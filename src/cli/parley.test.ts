import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startGraph } from '#test/doubles/graph.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'

const PARLEY = fileURLToPath(new URL('parley.ts', import.meta.url))

const graph = await startGraph()
const server = await startServer({ env: graph.env })

/** Runs the command line against the server; answers its exit code and what it wrote. */
function parley(args: string[], { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {}) {
  const { PATH = '', HOME = '' } = process.env
  const { baseUrl: PARLEY_URL, operatorToken: OPERATOR_TOKEN } = server
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [PARLEY, ...args],
      { env: { PATH, HOME, PARLEY_URL, OPERATOR_TOKEN, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

/** The `data` that --json prints. */
async function json(args: string[], options: Parameters<typeof parley>[1] = {}) {
  const { code, stdout, stderr } = await parley([...args, '--json'], options)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('spec C3.12: a store from its making to its uninstalling', async () => {
  const store = await json(['store', 'create', '--name', 'Acme ☃', '--plan', 'pro', '--owner-email', 'o@example.com'])
  assert.deepEqual([store.name, store.plan, store.owner.email], ['Acme ☃', 'pro', 'o@example.com'])
  const shop = ['--shop', store.shopId]

  const changed = await json(['store', 'update', store.shopId, '--plan', 'plus', '--set', 'ai.training.products=true'])
  assert.deepEqual([changed.plan, changed.settings.ai.training.products], ['plus', true])
  assert.deepEqual(await json(['store', 'show', ...shop]), changed)
  assert.ok((await json(['store', 'list'])).some(({ shopId }: { shopId: string }) => shopId === store.shopId))

  const key = await json(['key', 'create', ...shop, '--name', 'Laptop'])
  assert.match(key.key, /^sk_[\da-f]{32}$/)
  assert.deepEqual(await json(['key', 'list', ...shop]), [
    { id: key.id, name: 'Laptop', lastUsedAt: null, lastUsedFrom: null },
  ])
  assert.deepEqual(await json(['key', 'delete', key.id, ...shop]), { id: key.id })

  const lines = [
    { kind: 'contact', data: { id: 'c1', name: 'Ada' } },
    { kind: 'conversation', data: { id: 'v1', channel: 'email', datastore: 'firestore', customerUuid: 'c1' } },
    { kind: 'nonsense', data: {} },
  ]
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const fromInput = await json(['import', '-', ...shop], { input: text })
  assert.deepEqual(fromInput.imported, { contact: 1, conversation: 1 })
  assert.equal(fromInput.rejected[0].line, 3)
  const file = join(server.env.DATA_DIR as string, 'lines.ndjson')
  await writeFile(file, text)
  assert.deepEqual((await json(['import', store.shopId, file])).imported, { contact: 1, conversation: 1 })
  assert.match((await parley(['import', store.shopId, file])).stdout, /imported\.contact +1\n.*line {2}message\n3 /s)

  assert.deepEqual(await json(['migrate-legacy', ...shop]), { migrated: 1 })
  assert.equal((await json(['data-request', 'c1', ...shop])).customerUuid, 'c1')
  assert.equal((await json(['redact', 'c1', '--order', '#1', ...shop])).isRedacted, true)
  assert.ok((await json(['uninstall', ...shop])).uninstalledAt)
  assert.equal((await json(['install', ...shop])).uninstalledAt, null)
})

test('spec C17.1: the operator lets a member in again', async () => {
  const { shopId, owner } = await makeStore(server)
  const shop = ['--shop', shopId]
  const { link } = await json(['member', 'reset-password', owner.email, ...shop])
  assert.match(link, /\/inbox\/welcome#/)
  assert.equal((await json(['member', 'reset-second-factor', owner.email, ...shop])).link, null)
  assert.equal((await json(['member', 'make-admin', owner.email, ...shop])).role, 'admin')
  const unknown = await parley(['member', 'make-admin', 'nobody@example.com', ...shop])
  assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
  assert.match(unknown.stderr, /Member not found/)
})

test('sample data by the numbers that were asked for', async () => {
  const { shopId } = await json(['store', 'create', '--name', 'Sample'])
  const counts = await json(['sample-data', shopId, '--contacts', '7', '--conversations', '9', '--messages', '3'])
  assert.deepEqual([counts.contacts, counts.conversations], [7, 9])
})

test('errors are printed on standard error, with exit code 1', async () => {
  const fails = async (args: string[], stderr: RegExp, env = {}) => {
    const result = await parley(args, { env })
    assert.deepEqual([result.code, result.stdout], [1, ''])
    assert.match(result.stderr, stderr)
  }
  await fails(['store', 'show', 'nope'], /^Store not found\.\n$/)
  await fails(
    ['store', 'create', '--name', 'A', '--plan', 'gold'],
    /^plan must be one of: free, basic, pro, plus \(not "gold"\)\.\n$/,
  )
  await fails(['frob'], /Unknown command "frob"/)
  await fails(['import', 'nowhere.ndjson', '--shop', 's'], /nowhere\.ndjson is not a file/)
  await fails(['store', 'list'], /started with another OPERATOR_TOKEN/, { OPERATOR_TOKEN: 'x'.repeat(32) })
  await fails(['store', 'list'], /OPERATOR_TOKEN is not set/, { OPERATOR_TOKEN: '' })
  await fails(['store', 'list'], /cannot be reached \(ECONNREFUSED\)/, { PARLEY_URL: 'http://127.0.0.1:1' })
  await fails(['store', 'list'], /PARLEY_URL=ftp:\/\/x: expected/, { PARLEY_URL: 'ftp://x' })
})

test('the only store need not be named, of several one must', async () => {
  const other = await startServer()
  const env = { PARLEY_URL: other.baseUrl }
  assert.match((await parley(['store', 'show'], { env })).stderr, /No stores yet/)
  const { shopId } = await json(['store', 'create', '--name', 'Only'], { env })
  assert.equal((await json(['store', 'show'], { env })).shopId, shopId)
  await json(['store', 'create', '--name', 'Second'], { env })
  const { code, stderr } = await parley(['store', 'show'], { env })
  assert.equal(code, 1)
  assert.ok(stderr.startsWith('Which store?') && stderr.includes(shopId))
})

test('doctor finds what is well and what is not', async () => {
  const well = await parley(['doctor'], { env: { DATA_DIR: server.env.DATA_DIR as string } })
  assert.equal(well.code, 0, well.stdout)
  assert.equal(well.stdout.match(/^ok /gm)?.length, 8)
  const { code, stdout } = await parley(['doctor', '--json'], { env: { PORT: 'x', OPERATOR_TOKEN: 'y'.repeat(32) } })
  assert.equal(code, 1)
  const failed = JSON.parse(stdout).filter(({ ok }: { ok: boolean }) => !ok)
  assert.deepEqual(
    failed.map(({ name }: { name: string }) => name),
    ['Configuration', 'Data directory', 'Operator token', 'Channels', 'Shops'],
  )
  assert.match(failed[0].message, /PORT=x: expected a port/)
})

test('doctor names what stores are connected with, and does not work', async () => {
  const store = await makeStore(server, { name: 'Broken & Sons' })
  const path = `/operator/stores/${store.shopId}/channels`
  const account = { channel: 'phone_messenger', externalId: '3001', name: 'Shop', accessToken: '3001:token' }
  const { id } = ok(await store.operator.post(path, account), 201)
  graph.revoked.add(account.accessToken)
  const owner = await signInOwner(server, store)
  ok(await owner.post(`/api/chat/channels/${id}/check`))
  const { code, stdout } = await parley(['doctor'])
  assert.equal(code, 1)
  assert.match(
    stdout,
    /^failed {2}Channels +1 broken; the store’s admins fix them under Settings, Email and messengers:$/m,
  )
  assert.match(stdout, /^ +Broken & Sons \(shop_\w+\): phone_messenger Shop: .*token/m)
  assert.match(stdout, /^ok {6}Shops +none connected$/m)
})

test('help is there without a server or a token', async () => {
  const env = { OPERATOR_TOKEN: '', PARLEY_URL: '' }
  assert.match((await parley(['--help'], { env })).stdout, /store create .*\n.*doctor/s)
  assert.match((await parley(['key', '--help'], { env })).stdout, /key delete/)
  assert.match((await parley(['import', '--help'], { env })).stdout, /Usage: parley import \[SHOP\] FILE/)
})
