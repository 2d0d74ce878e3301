import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { onPostgres } from '#test/database/database.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { runUntilExit, startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C11: SECRET_KEY encrypts the secrets that the service has to read again.

const key = () => randomBytes(32).toString('base64')
const [first, second] = [key(), key()]
const server = await startServer({ env: { SECRET_KEY: first } })
const store = await makeStore(server)
const inbox = await signInOwner(server, store)
const hook = { url: 'https://hooks.example.com/secret', events: ['message.created'] }
const { secret: webhook } = ok(await store.api.post('/chat/webhooks', hook), 201)
const identity = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`), 201).secret
const factor = ok(await inbox.post('/api/chat/second-factor', { password: store.owner.password })).secret

/** Lines of the database that hold one of the secrets as it is. */
const plain = async () =>
  (await dumpDatabase(server)).filter((line) => [webhook, identity, factor].some((secret) => line.includes(secret)))

/** Everything that needs a secret still works. */
async function works(): Promise<void> {
  assert.equal(ok(await store.api.get('/chat/webhooks'))[0].secret, webhook)
  const visitor = await makeVisitor(server, store)
  const hash = createHmac('sha256', identity).update('customer-1').digest('hex')
  const answer = ok(await visitor.api.post('/storefront/identify', { id: 'customer-1', hash }))
  assert.equal(answer.identified, true)
}

test('spec C11.22: webhook, identity and second-factor secrets stand nowhere in the database as they are', async () => {
  assert.deepEqual(await plain(), [])
  await works()
})

test('spec C11.22: a key is replaced by naming the new one before it; then the old one can go', async () => {
  await server.restart({ SECRET_KEY: `${second},${first}` })
  await works()
  await until('the secrets to be stored under the new key', () => /encrypted with the newest key/.test(server.logs()))
  await server.restart({ SECRET_KEY: second })
  await works()
  assert.deepEqual(await plain(), [])
})

test('spec C11.22: without its key a secret is never returned, and the log says which key it needs', async () => {
  await server.restart({ SECRET_KEY: key() })
  refused(await store.api.get('/chat/webhooks'), 503, 'UNAVAILABLE')
  ok(await store.api.get('/chat/conversations'))
  assert.match(server.logs(), /needs the key [0-9a-f]{8}/)
  for (const secret of [first, second]) assert.ok(!server.logs().includes(secret))
  await server.restart({ SECRET_KEY: second })
  await works()
})

test('spec C11.22: the embedded database has a key of its own, which only its owner can read', {
  skip: onPostgres && 'embedded database only',
}, async () => {
  const other = await startServer()
  const file = join(other.env.DATA_DIR as string, 'secret-key')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const { api } = await makeStore(other)
  const { secret } = ok(await api.post('/chat/webhooks', hook), 201)
  await other.restart()
  assert.equal(ok(await api.get('/chat/webhooks'))[0].secret, secret)
})

test('spec C11.22: a key that cannot be used stops the start, and is not repeated', async () => {
  for (const bad of ['short', `${first},short`]) {
    const { code, stderr } = await runUntilExit({ SECRET_KEY: bad, PORT: '0', DATA_DIR: '/nonexistent' })
    assert.equal(code, 1)
    assert.match(stderr, /^SECRET_KEY=\(hidden, \d+ characters\): expected 32 bytes in base64/)
  }
})
