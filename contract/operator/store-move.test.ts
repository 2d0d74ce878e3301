import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { connectAssistant } from '#test/clients/oauth.ts'
import { parley, scratch, unpackBackup, writeTampered } from '#test/database/backup.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { isFullDepth } from '#test/depth.ts'
import { storedFiles } from '#test/doubles/bucket.ts'
import { ok, refused } from '#test/expect.ts'
import { contact, conversation, importLines, makeStore, message, operatorOf } from '#test/fixtures/factories.ts'
import { signIn, signInOwner } from '#test/fixtures/inbox.ts'
import { readStoreAnswers } from '#test/fixtures/store-answers.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { type Server, startServer } from '#test/service/server.ts'

// One store moves as one file: `parley store export` and `parley store import`. The second service has another SECRET_KEY.

const key = () => randomBytes(32).toString('base64')
const source = await startServer({ env: { SECRET_KEY: key(), ROLE: 'web' } })
const target = await startServer({ env: { SECRET_KEY: key(), ROLE: 'web' } })
const other = await makeStore(source, { name: 'Neighbour' })
ok(await other.operator.post(`/operator/stores/${other.shopId}/sample-data`, { contacts: 3, conversations: 5 }))

const store = await makeStore(source, { name: 'Mover' })
const path = `/operator/stores/${store.shopId}`
ok(await store.operator.post(`${path}/sample-data`, { contacts: 20, conversations: 30 }))
const hook = { url: 'https://hooks.example.com/move', events: ['message.created', 'conversation.tags_updated'] }
const webhook = ok(await store.api.post('/chat/webhooks', { ...hook, metadata: { b: 1, a: [' '] } }), 201)
const paused = ok(await store.api.post('/chat/webhooks', { ...hook, url: 'https://hooks.example.com/paused' }), 201)
ok(await store.api.put(`/chat/webhooks/${paused.id}`, { isActive: false }))
const identity = ok(await store.operator.post(`${path}/identity-secrets`), 201).secret
const inbox = await signInOwner(source, store)
await connectAssistant(source, store, inbox)
ok(await inbox.post('/api/chat/canned-replies', { shortcut: 'hi', text: 'Hello there' }), 201)
const visitor = await makeVisitor(source, store, { email: 'visitor@secret.example', name: 'Vera Visitor' })
const bytes = Buffer.from(randomBytes(300_000).toString('hex'))
const sent = await visitor.api.call('POST', '/storefront/files?name=a.txt', bytes, { 'content-type': 'text/plain' })
const file = ok(sent, 201)
const said = await visitor.say('line\nbreak \\ "quote" \t ☃ 😀 {a,b} NULL \\N sealed:00000000:x', { files: [file.id] })
const conversationId = said.conversation.id
ok(await store.api.post(`/chat/conversations/${conversationId}/tags`, { tags: ['moved', 'ä'] }))
ok(await store.api.post(`/chat/conversations/${conversationId}/notes`, { text: 'A private note' }), 201)
ok(await store.api.post(`/chat/conversations/${conversationId}/attributes`, { name: 'Order', value: '#1001' }), 201)
await importLines(store, [
  contact({
    id: 'zoe',
    name: 'Zoe Zimmermann',
    email: 'zoe@secret.example',
    phone: '+49 170 5551234',
    ipAddress: '203.0.113.77',
  }),
  conversation({
    id: 'old-1',
    customerUuid: 'zoe',
    datastore: 'firestore',
    messages: [message({ text: 'From the older datastore, by Zoe Zimmermann' })],
    summary: { text: 'Zoe asked about shoes', createdAt: '2026-11-01T10:00:00.000Z' },
    notes: [{ text: 'Zoe is nice' }],
  }),
])

const directory = await scratch()
const exported = join(directory, 'mover.parley')
const result = await parley(['store', 'export', store.shopId, exported, '--json'], source)
const moved = { ...store, operator: operatorOf(target), api: createClient(target.baseUrl, { 'x-api-key': store.key }) }

const dumpOf = async (server: Server) =>
  (await dumpDatabase(server)).filter((line) => !line.startsWith('processes: ')).sort()

test('spec C16.11: a store is exported while the service runs, into a file that only its owner reads', async () => {
  assert.equal(result.code, 0, result.stderr)
  const summary = JSON.parse(result.stdout)
  assert.deepEqual([summary.shopId, summary.uploads.count, summary.isAnonymous], [store.shopId, 1, false])
  assert.equal(statSync(exported).mode & 0o777, 0o600)
  const entries = await unpackBackup(exported)
  assert.deepEqual([entries[0]?.name, entries.at(-1)?.name], ['store.json', 'manifest.json'])
  assert.equal(JSON.parse(String(entries[0]?.data)).format, 1)
  const tables = entries.map(({ name }) => name.split('/')[1])
  for (const table of ['sessions', 'webhook_deliveries', 'webhook_attempts', 'assistant_grants', 'shop_directory']) {
    assert.ok(!tables.includes(table), table)
  }
  const text = entries.map(({ data }) => data.toString()).join('\n')
  assert.ok(!text.includes(other.shopId) && !text.includes(store.key))
  assert.ok(text.includes(webhook.secret) && text.includes(identity))
})

test('spec C16.11: an imported store answers everything with the same bytes, with the same keys and passwords', async () => {
  const before = await readStoreAnswers(source.baseUrl, store.key)
  assert.ok(before.size > 200 && [...before.values()].some((answer) => answer.includes('"eventId"')))
  const imported = await parley(['store', 'import', exported, '--json'], target)
  assert.equal(imported.code, 0, imported.stderr)
  const { shopId, appId } = store
  const answer = JSON.parse(imported.stdout)
  assert.deepEqual({ ...answer, rows: 0 }, { shopId, appId, name: 'Mover', plan: 'pro', rows: 0, files: 1 })
  const after = await readStoreAnswers(target.baseUrl, store.key)
  assert.deepEqual([...after.keys()].sort(), [...before.keys()].sort())
  for (const [one, text] of before) assert.equal(after.get(one), text, one)
  const old = (baseUrl: string) => readOne(baseUrl, '/chat/conversations/old-1/messages')
  assert.equal(await old(target.baseUrl), await old(source.baseUrl))
  // Sessions stay behind.
  assert.ok(!(await dumpOf(target)).some((line) => /^(sessions|assistant_grants|webhook_deliveries): /.test(line)))
  const download = await fetch(target.baseUrl + file.url)
  assert.deepEqual(Buffer.from(await download.arrayBuffer()), bytes)
})

const readOne = async (baseUrl: string, of: string) =>
  (await fetch(baseUrl + of, { headers: { 'x-api-key': store.key } })).text()

test('spec C16.11: the store goes on where it is: shoppers, signatures, webhooks, new numbers', async () => {
  const api = createClient(target.baseUrl, { 'x-app-id': store.appId, authorization: `Bearer ${visitor.token}` })
  const { message: written } = ok(
    await api.post('/storefront/messages', { clientId: randomUUID(), text: 'Still me' }),
    201,
  )
  assert.ok(written.id)
  const hash = createHmac('sha256', identity).update('customer-1').digest('hex')
  const fresh = await makeVisitor(target, store)
  assert.equal(ok(await fresh.api.post('/storefront/identify', { id: 'customer-1', hash })).identified, true)
  const { conversation: next } = await fresh.say('A new conversation')
  assert.ok(BigInt(ok(await moved.api.get(`/chat/conversations/${next.id}`)).pgConvoId) > 0n)
  const feed = ok(await moved.api.get(`/chat/webhooks/${webhook.id}/events?limit=100`)) as { data: { text: string } }[]
  assert.ok(feed.length > 1)
})

test('spec C16.11: members sign in with the passwords that they had', async () => {
  ok(await (await signIn(target, store.owner.email, store.owner.password)).get('/api/chat/session'))
})

test('spec C16.12: a taken shopId is refused, and nothing changes', async () => {
  const before = await dumpOf(target)
  const again = await parley(['store', 'import', exported], target)
  assert.deepEqual([again.code, /exists already.*--name/.test(again.stderr)], [1, true], again.stderr)
  assert.deepEqual(await dumpOf(target), before)
})

test('spec C16.12: a copy has a name, a shopId and an App ID of its own, and nothing of the first store opens it', async () => {
  const copied = await parley(['store', 'import', exported, '--name', 'Copy', '--json'], source)
  assert.equal(copied.code, 0, copied.stderr)
  const copy = JSON.parse(copied.stdout)
  assert.ok(copy.name === 'Copy' && copy.shopId !== store.shopId && copy.appId !== store.appId)
  const { key: made } = ok(await store.operator.post(`/operator/stores/${copy.shopId}/keys`, { name: 'Copy' }), 201)
  const api = createClient(source.baseUrl, { 'x-api-key': made })
  const conversations = ok(await api.get('/chat/conversations?limit=100'))
  assert.equal(conversations.length, ok(await store.api.get('/chat/conversations?limit=100')).length)
  assert.ok(conversations.every(({ shopId }: { shopId: string }) => shopId === copy.shopId))
  const subscriptions = ok(await api.get('/chat/webhooks'))
  assert.deepEqual(
    subscriptions.map(({ id, isActive }: { id: string; isActive: boolean }) => [id, isActive]).sort(),
    [
      [webhook.id, true],
      [paused.id, false],
    ].sort(),
  )
  assert.ok(
    subscriptions.every(({ secret }: { secret: string }) => secret !== webhook.secret && secret !== paused.secret),
  )
  assert.deepEqual(ok(await store.operator.get(`/operator/stores/${copy.shopId}/keys`)).length, 1)
  assert.deepEqual(ok(await store.operator.get(`/operator/stores/${copy.shopId}/identity-secrets`)), [])
  const messages = ok(await api.get(`/chat/conversations/${conversationId}/messages`)) as { files: { url: string }[] }[]
  const url = messages.flatMap(({ files }) => files)[0]?.url ?? ''
  assert.ok(url.includes(copy.shopId), url)
  assert.deepEqual(Buffer.from(await (await fetch(source.baseUrl + url)).arrayBuffer()), bytes)
  const shopper = createClient(source.baseUrl, { 'x-app-id': copy.appId, authorization: `Bearer ${visitor.token}` })
  refused(await shopper.post('/storefront/messages', { clientId: randomUUID(), text: 'x' }), 401, 'UNAUTHENTICATED')
  assert.equal(ok(await store.api.get('/chat/webhooks')).length, 2)
})

test('spec C16.13: what is cut, changed, newer or foreign is refused with exit 1 and leaves no store and no file', async () => {
  const empty = await startServer({ env: { SECRET_KEY: key(), ROLE: 'web' } })
  const before = await dumpOf(empty)
  const whole = readFileSync(exported)
  const backup = join(directory, 'all.parley')
  assert.equal((await parley(['backup', backup], source)).code, 0)
  const cut = (share: number) => whole.subarray(0, Math.floor(whole.length * share))
  const flip = (share: number) => {
    const copy = Buffer.from(whole)
    const at = Math.floor(copy.length * share)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  /** The export with rows, files or names changed, and sums that agree. */
  const forged = (change: (name: string, data: string) => [string, string] | null) => forge(exported, change)
  const header = (change: (header: Record<string, unknown>) => object) =>
    forged((name, data) => [name, name.endsWith('.json') ? JSON.stringify(change(JSON.parse(data))) : data])
  const cases: [string, Buffer | Promise<Buffer>, RegExp][] = [
    ...[0, 0.0001, 0.01, 0.25, 0.5, 0.75, 0.99, 0.9999].map((share): [string, Buffer, RegExp] => [
      `cut at ${share}`,
      cut(share),
      /damaged|cut off/,
    ]),
    ['cut by one byte', whole.subarray(0, -1), /damaged|cut off/],
    ...[0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999].map((share): [string, Buffer, RegExp] => [
      `flipped at ${share}`,
      flip(share),
      /damaged|changed|cut off|no store export|newer/,
    ]),
    ['more behind it', Buffer.concat([whole, Buffer.from('more')]), /damaged|changed/],
    ['itself behind it', Buffer.concat([whole, whole]), /damaged|changed/],
    ['text', Buffer.from('{"kind":"member"}\n'), /damaged|no store export/],
    ['a whole backup', readFileSync(backup), /backup of a whole service/],
    ['a newer format', header((all) => ({ ...all, format: 2, service: '9.8.7' })), /9\.8\.7, in a newer format/],
    [
      'a newer schema',
      header((all) => ({ ...all, service: '9.8.7', migrations: [...(all.migrations as string[]), '9999-x.sql'] })),
      /newer schema \(9999-x\.sql\)/,
    ],
    ['a shopId elsewhere', header((all) => ({ ...all, store: { shopId: '../x', appId: 'a', name: 'x' } })), /header/],
    ['all stores', header((all) => ({ ...all, store: { shopId: '*', appId: 'a', name: 'x' } })), /header/],
    [
      'another store',
      header((all) => ({ ...all, store: { ...(all.store as object), shopId: 'shop_x' } })),
      /another store/,
    ],
    ['a path elsewhere', forged((name, data) => [name.replace(/^uploads\/.*/, 'uploads/../../evil'), data]), /changed/],
    [
      'a file of another store',
      forged((name, data) => [name.replace(`uploads/${store.shopId}/`, `uploads/${other.shopId}/`), data]),
      /another store/,
    ],
    ['a file that no record names', forged((name, data) => [name.replace(file.id, 'nobody'), data]), /no record names/],
    [
      'a record that names a path',
      forged((name, data) => [name, name.startsWith('tables/uploads/') ? data.replaceAll(file.id, '../../x') : data]),
      /id that no file has/,
    ],
    ['no store', forged((name, data) => (name.startsWith('tables/shops/') ? null : [name, data])), /changed/],
    [
      'a table of ours',
      forged((name, data) => [name.replace('tables/tags/', 'tables/sessions/'), data]),
      /no table sessions/,
    ],
    ['an unknown table', forged((name, data) => [name.replace('tables/tags/', 'tables/pg_class/'), data]), /no table/],
    [
      'a column that the table does not have',
      forged((name, data) => [name, name.startsWith('tables/tags/') ? data.replaceAll('"name"', '"na\\"me"') : data]),
      /column/,
    ],
    [
      'a value that no column takes',
      forged((name, data) => [
        name,
        name.startsWith('tables/tags/') ? data.replaceAll(/"created_at" ?: ?"[^"]*"/g, '"created_at":"x"') : data,
      ]),
      /tags cannot be stored/,
    ],
    [
      'lines that are not JSON',
      forged((name, data) => [name, name.startsWith('tables/tags/') ? `{\n${data}` : data]),
      /not JSON|changed/,
    ],
  ]
  for (const [i, [name, made, expected]] of cases.entries()) {
    const damaged = join(directory, 'damaged.parley')
    writeFileSync(damaged, await made)
    if (isFullDepth || i % 4 === 0) {
      const ofFile = await parley(['store', 'import', damaged], empty)
      assert.deepEqual([ofFile.code, expected.test(ofFile.stderr)], [1, true], `${name}: ${ofFile.stderr}`)
    }
    // The service judges by itself.
    const direct = await fetch(`${empty.baseUrl}/operator/stores/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${empty.operatorToken}`, 'content-type': 'application/zstd' },
      body: new Uint8Array(readFileSync(damaged)),
    })
    const text = await direct.text()
    assert.deepEqual(
      [direct.status, expected.test(text) || text.includes('Send the exported file')],
      [400, true],
      `${name}: ${text}`,
    )
  }
  assert.deepEqual(await dumpOf(empty), before)
  assert.equal((await storedFiles(empty.env)).size, 0)
  assert.deepEqual(readdirSync(join(empty.env.DATA_DIR as string, 'store-imports')), [])
})

test('spec C16.13: a restore refuses the export of a store, and an export leaves no half of a file', async () => {
  const restored = await parley(['restore', exported], { env: { DATA_DIR: await scratch() } })
  assert.deepEqual([restored.code, /export of one store/.test(restored.stderr)], [1, true], restored.stderr)
  const half = await scratch()
  const unknown = await parley(['store', 'export', 'shop_nowhere', join(half, 'a')], source)
  assert.equal(unknown.code, 1)
  const stopped = await parley(['store', 'export', store.shopId, join(half, 'b')], source, { killOnFileIn: half })
  assert.notEqual(stopped.code, 0)
  assert.deepEqual(readdirSync(half), [])
  assert.ok(existsSync(exported))
})

test('spec C16.14: an anonymous export has no person, no text and no secret, and its ids and times', async () => {
  const anonymous = join(directory, 'anonymous.parley')
  const written = await parley(['store', 'export', store.shopId, anonymous, '--anonymous', '--json'], source)
  assert.equal(written.code, 0, written.stderr)
  assert.equal(JSON.parse(written.stdout).isAnonymous, true)
  const text = (await unpackBackup(anonymous)).map(({ name, data }) => `${name}\n${data}`).join('\n')
  const told = [
    'Zimmermann',
    'zoe@secret',
    '5551234',
    '203.0.113.77',
    'older datastore',
    'about shoes',
    'is nice',
    'Vera',
  ]
  told.push('visitor@secret', 'private note', 'quote', '#1001', 'Hello there', store.owner.email, 'scrypt$', 'whsec_')
  told.push(webhook.secret, identity, file.id, 'sealed:')
  for (const one of told) assert.ok(!text.includes(one), one)
  assert.doesNotMatch(text, /\bsk_[0-9a-f]{8}/)
  const home = await startServer({ env: { SECRET_KEY: key(), ROLE: 'web' } })
  const imported = await parley(['store', 'import', anonymous, '--json'], home)
  assert.equal(imported.code, 0, imported.stderr)
  const { key: made } = ok(await operatorOf(home).post(`${path}/keys`, { name: 'Test' }), 201)
  const api = createClient(home.baseUrl, { 'x-api-key': made })
  const kept = ({
    id,
    pgConvoId,
    status,
    createdAt,
    lastActive,
    customerUuid,
    messageCount,
  }: Record<string, unknown>) => ({ id, pgConvoId, status, createdAt, lastActive, customerUuid, messageCount })
  assert.deepEqual(
    ok(await api.get('/chat/conversations?limit=100')).map(kept),
    ok(await store.api.get('/chat/conversations?limit=100')).map(kept),
  )
  const zoe = ok(await api.get('/chat/customers/zoe'))
  assert.match(zoe.email, /^[0-9a-f]{12}@example\.com$/)
  assert.equal(ok(await api.get('/chat/conversations/old-1')).customerName, zoe.name)
  const [line] = ok(await api.get('/chat/conversations/old-1/messages'))
  assert.equal(line.text.length, 'From the older datastore, by Zoe Zimmermann'.length)
  assert.deepEqual(ok(await api.get('/chat/webhooks')), [])
})

/** The export with entries changed, and counts and sums in its manifest that agree with them. */
async function forge(of: string, change: (name: string, data: string) => [string, string] | null): Promise<Buffer> {
  const { Tally } = await import('../../src/core/backup/format.ts')
  const tally = new Tally()
  return writeTampered(of, ({ name, data }) => {
    if (name === 'manifest.json') {
      const changed = JSON.parse(change(name, data.toString())?.[1] ?? '{}')
      const counts = tally.result()
      return {
        name,
        data: Buffer.from(JSON.stringify({ ...changed, ...counts, uploads: { ...counts.uploads, missing: 0 } })),
      }
    }
    const made = change(name, data.toString('latin1'))
    if (!made) return null
    const entry = { name: made[0], data: Buffer.from(made[1], 'latin1') }
    const table = /^tables\/(\w+)\//.exec(entry.name)?.[1]
    if (table) tally.rows(table, entry.data)
    else if (entry.name.startsWith('uploads/')) {
      tally.upload(entry.name, entry.data.length)
      tally.uploadBytes(entry.data)
    }
    return entry
  })
}
