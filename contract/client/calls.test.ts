import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok } from '#test/expect.ts'
import { addConversation, contact, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { say, startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { createParley, ParleyError, webhooks } from '../../packages/client/src/index.ts'

// parley-client on the real service: lists, contacts, the rate limit, deliveries.

const { server, receiver } = await startWithReceiver({ RATE_LIMIT_PER_KEY: '40' })
const { baseUrl } = server

test('spec 2.1.5: the client’s lists give everything once, whatever the pages’ size', async () => {
  const store = await makeStore(server)
  const parley = createParley({ baseUrl, apiKey: store.key })
  const messages = Array.from({ length: 7 }, (_, i) => message({ text: String(i) }))
  const { id } = await addConversation(store, { messages })
  const read = async (limit: number) => {
    const texts: string[] = []
    const init = { params: { path: { id }, query: { limit } } }
    for await (const { text } of parley.list('/chat/conversations/{id}/messages', init)) texts.push(text)
    return texts
  }
  const all = ['0', '1', '2', '3', '4', '5', '6']
  for (const limit of [1, 3, 7, 50]) assert.deepEqual(await read(limit), all, String(limit))
})

test('the client’s contacts: one, several, all of them, and how many', async () => {
  const store = await makeStore(server)
  const ids = Array.from({ length: 450 }, () => randomUUID())
  await importLines(
    store,
    ids.map((id) => contact({ id, name: id })),
  )
  const { contacts } = createParley({ baseUrl, apiKey: store.key, appId: store.appId })
  assert.equal(await contacts.count(), 450)
  const one = await contacts.get(ids[0] as string)
  assert.deepEqual([one?.id, one?.channels, one?.ordersCount], [ids[0], ['ONLINE_STORE'], 0])
  assert.equal(await contacts.get('nobody'), null)
  const asked = [...ids.slice(0, 300), 'nobody']
  assert.deepEqual(
    (await contacts.lookUp(asked, { fields: ['id'] })).map((found) => found?.id),
    [...ids.slice(0, 300), undefined],
  )
  const listed: string[] = []
  for await (const { id } of contacts.list({ fields: ['id'], pageSize: 100 })) listed.push(id)
  assert.deepEqual(listed.sort(), [...ids].sort())
  const stranger = createParley({ baseUrl, apiKey: 'sk_0', appId: store.appId }).contacts
  await assert.rejects(stranger.count(), (error: ParleyError) => error.code === 'UNAUTHENTICATED')
})

test('the client stops when the service’s counter is at its end: what is not sent starts no new wait', async () => {
  const store = await makeStore(server)
  const parley = createParley({ baseUrl, apiKey: store.key, maxWait: 20 })
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => parley.GET('/chat/tags')))
  assert.ok(calls.every(({ status }) => status === 'fulfilled'))
  const rest = await Promise.allSettled(Array.from({ length: 25 }, () => parley.GET('/chat/tags')))
  assert.equal(rest.filter(({ status }) => status === 'fulfilled').length, 20)
  const { reason } = rest.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  assert.ok(reason instanceof ParleyError && reason.code === 'RATE_LIMITED')
  assert.equal(reason.status, 0, 'it was sent')
})

test('the client verifies and parses what the service delivers, and nothing else', async () => {
  const store = await makeStore(server)
  const { secret } = await subscribe(store, receiver.url('/client'), ['message.created', 'customer.created'])
  const sent = await say(store, 'Where is my parcel? 📦')
  const { headers, body } = (await receiver.take('/client', 1))[0] as { headers: Record<string, string>; body: Buffer }
  const event = await webhooks.parse({ headers, body, secret })
  assert.ok(event.type === 'message.created' && 'text' in event.data)
  assert.deepEqual([event.data.text, event.data.messageId, event.shopId], [sent.text, sent.id, store.shopId])
  assert.equal(await webhooks.verify({ headers, body, secret: 'whsec_other' }), false)
  assert.equal(await webhooks.verify({ headers, body: body.toString().replace('parcel', 'parrot'), secret }), false)
  assert.equal(await webhooks.verify({ headers, body, secret, now: Date.now() + 400_000 }), false)
  ok(await store.api.get('/chat/webhooks'))
})
