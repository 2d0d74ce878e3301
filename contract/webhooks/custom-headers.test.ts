import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer } from '#test/doubles/receiver.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { read, say, startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'

// Spec C16.10: custom headers of a subscription, which admins set in the settings.

const { server, receiver } = await startWithReceiver()

async function open(path: string) {
  const store = await makeStore(server)
  const subscription = await subscribe(store, receiver.url(path))
  const inbox = await signInOwner(server, store)
  const change = (headers: object) => inbox.patch(`/api/chat/webhooks/${subscription.id}`, { headers })
  return { store, subscription, inbox, change }
}

test('spec C16.10: deliveries carry the custom headers, first tries and retries; the API does not show them', async () => {
  const { store, subscription, inbox, change } = await open('/custom')
  const headers = { Authorization: 'Bearer top-secret', 'x-tenant': 'a b' }
  const changed = ok(await change(headers))
  assert.deepEqual(changed.headers, headers)
  receiver.on('/custom', answer(500), answer())
  await say(store, 'hello')
  for (const { headers } of await receiver.take('/custom', 2)) {
    assert.equal(headers.authorization, 'Bearer top-secret')
    assert.equal(headers['x-tenant'], 'a b')
    assert.equal(headers['content-type'], 'application/json')
  }
  assert.equal('headers' in (await read(store, subscription)), false)
  const [listed] = ok(await inbox.get('/api/chat/webhooks'))
  assert.deepEqual(listed.headers, headers)
  const log = JSON.stringify(ok(await inbox.get('/api/chat/audit-log')))
  assert.ok(log.includes('x-tenant') && !log.includes('top-secret'))
  // Other changes keep them; an empty object removes them.
  ok(await inbox.patch(`/api/chat/webhooks/${subscription.id}`, { isActive: true }))
  ok(await change({}))
  await say(store, 'again')
  const [last] = (await receiver.take('/custom', 3)).slice(-1)
  assert.equal(last?.headers.authorization, undefined)
})

test('spec C16.10: none replaces a header of the service, and what no request can carry is 400', async () => {
  const { change, inbox } = await open('/refused')
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`x-${i}`, 'a']))
  for (const headers of [
    { 'X-Webhook-Signature': 'a' },
    { 'x-webhook-anything': 'a' },
    { Host: 'a' },
    { 'Content-Type': 'text/plain' },
    { 'content-length': '1' },
    { 'Transfer-Encoding': 'chunked' },
    { connection: 'close' },
    { 'a b': 'a' },
    { '': 'a' },
    { a: 'b\r\nx-other: c' },
    { a: 'é' },
    { a: 'a'.repeat(1_001) },
    { a: '1', A: '2' },
    { a: 7 },
    many,
  ])
    refused(await change(headers), 400, 'INVALID_PARAMS')
  assert.deepEqual(ok(await inbox.get('/api/chat/webhooks'))[0].headers, {})
})
