import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { answer, later } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { change, read, readLog, say, shows, startWithReceiver, subscribe, texts } from '#test/fixtures/webhooks.ts'
import { sleep, until } from '#test/until.ts'

// Spec 3.2, 6.4, C6: which events reach a subscription that is paused, disabled, changed or deleted.
// The first wait is a second, and so is the last one before the seventh attempt: there is something to pause.

const DELAY_MS = 1_000
const { server, receiver } = await startWithReceiver({
  WEBHOOK_RETRY_DELAYS: '1s,50ms,50ms,50ms,50ms,1s',
  WEBHOOK_TIMEOUT: '25s', // as long as an endpoint here may be held back
})

/** Statuses and attempts of a subscription's deliveries, oldest first. */
async function logOf(store: Store, subscription: { id: string }): Promise<[string, number][]> {
  const log = await readLog(store, subscription)
  return log.map(({ status, attempts }): [string, number] => [status, attempts]).reverse()
}

async function sayMany(store: Store, count: number) {
  const { id } = await addConversation(store)
  await Promise.all(Array.from({ length: count }, (_, i) => say(store, `${i}`, id)))
}

test('spec C6.16: a paused queue waits, and goes on where it was on resume; events of the pause are never delivered', async () => {
  const store = await makeStore(server)
  receiver.on('/pause', answer(500))
  const subscription = await subscribe(store, receiver.url('/pause'))
  await say(store, 'before')
  await shows(store, subscription, { lastDeliveryStatus: 'retrying' })
  await change(store, subscription, { isActive: false })
  await say(store, 'during')
  await sleep(DELAY_MS * 1.5)
  assert.deepEqual(texts(receiver.received('/pause')), ['before'])
  assert.deepEqual(await logOf(store, subscription), [['held', 1]])
  receiver.on('/pause', answer())
  await change(store, subscription, { isActive: true })
  await say(store, 'after')
  await until('both to be delivered', async () =>
    isDeepStrictEqual(await logOf(store, subscription), [
      ['delivered', 2],
      ['delivered', 1],
    ]),
  )
  assert.deepEqual(texts(receiver.received('/pause')).sort(), ['after', 'before', 'before'])
})

test('spec 3.2.2: subscribing the url again resumes the queue too', async () => {
  const store = await makeStore(server, { plan: 'free' })
  receiver.on('/upsert', answer(500), answer())
  const subscription = await subscribe(store, receiver.url('/upsert'))
  await say(store, 'before')
  await shows(store, subscription, { lastDeliveryStatus: 'retrying' })
  await change(store, subscription, { isActive: false })
  await subscribe(store, receiver.url('/upsert'))
  await shows(store, subscription, { lastDeliveryStatus: 'delivered' })
})

/** Takes seconds to send, once all is said: on a busy machine the request that stops it may take one. */
const MANY = 150

for (const [verb, stop] of [
  ['pausing', (store: Store, id: string) => store.api.put(`/chat/webhooks/${id}`, { isActive: false })],
  ['deleting', (store: Store, id: string) => store.api.delete(`/chat/webhooks/${id}`)],
] as const) {
  test(`spec 3.2.3, 3.2.7: ${verb} stops all that is not under way yet`, async () => {
    const store = await makeStore(server)
    const path = `/stop/${verb}`
    const { promise: said, resolve: allIsSaid } = Promise.withResolvers<void>()
    receiver.on(path, (...request) => void said.then(() => later(300)(...request)))
    const { id } = await subscribe(store, receiver.url(path))
    await sayMany(store, MANY)
    allIsSaid()
    await receiver.take(path, 12)
    ok(await stop(store, id))
    await sleep(100)
    const { length } = receiver.received(path)
    assert.ok(length < MANY, 'all had been sent before')
    await sleep(1_000)
    assert.equal(receiver.received(path).length, length)
  })
}

test('spec 3.2.5, 6.4.3: the seventh failure holds the other events of the queue; they go on after a resume', async () => {
  const store = await makeStore(server)
  receiver.on('/held', answer(500))
  const subscription = await subscribe(store, receiver.url('/held'))
  await say(store, 'first')
  await receiver.take('/held', 6)
  await say(store, 'second')
  await shows(store, subscription, { isActive: false })
  // A request that was under way when the subscription was disabled is still counted.
  const [failed, held] = await until('all requests in the log', async () => {
    const log = (await logOf(store, subscription)) as [[string, number], [string, number]]
    return log[0][1] + log[1][1] === receiver.received('/held').length && log
  })
  assert.deepEqual([failed, held[0]], [['failed', 7], 'held'])
  receiver.on('/held', answer())
  await change(store, subscription, { isActive: true })
  await shows(store, subscription, { lastDeliveryStatus: 'delivered' })
  assert.equal(texts(receiver.received('/held')).at(-1), 'second')
  assert.deepEqual(await logOf(store, subscription), [failed, ['delivered', held[1] + 1]])
})

test('spec 3.2.6, 3.4.4: 410 cancels the queue: nothing of it comes after a resume', async () => {
  const store = await makeStore(server)
  receiver.on('/gone', answer(500), answer(500), answer(410), answer())
  const subscription = await subscribe(store, receiver.url('/gone'))
  await sayMany(store, 2)
  await receiver.take('/gone', 2)
  await say(store, 'third')
  await shows(store, subscription, { isActive: false })
  assert.deepEqual((await logOf(store, subscription)).map(([status]) => status).sort(), [
    'cancelled',
    'cancelled',
    'dropped',
  ])
  await change(store, subscription, { isActive: true })
  await say(store, 'fourth')
  await receiver.take('/gone', 4)
  await sleep(DELAY_MS * 1.3)
  assert.deepEqual(texts(receiver.received('/gone')).slice(2), ['third', 'fourth'])
})

test('spec 6.1.15: a subscription gets what happens after it was made, and only events it names', async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store)
  await subscribe(store, receiver.url('/early'))
  await say(store, 'before', id)
  const late = await subscribe(store, receiver.url('/late'), ['conversation.state_changed'])
  await say(store, 'not named', id)
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  await change(store, late, { events: ['message.created'] })
  await say(store, 'named', id)
  await receiver.take('/late', 2)
  // The message reopened the conversation, which is no longer asked for.
  await receiver.take('/early', 3)
  assert.deepEqual(
    receiver.received('/late').map(({ event }) => event.data.text ?? event.data.status),
    ['resolved', 'named'],
  )
  assert.deepEqual(texts(receiver.received('/early')), ['before', 'not named', 'named'])
})

test('spec 5.1.5: deleting the API key does not stop deliveries', async () => {
  const store = await makeStore(server)
  await subscribe(store, receiver.url('/keyless'))
  const { id } = await addConversation(store)
  const keys = `/operator/stores/${store.shopId}/keys`
  const [{ id: old }] = ok(await store.operator.get(keys))
  const { key } = ok(await store.operator.post(keys, { name: 'Other' }), 201)
  ok(await store.operator.delete(`${keys}/${old}`))
  const body = { text: 'still here', asCustomer: true }
  ok(await store.api.post(`/chat/conversations/${id}/messages`, body, { 'x-api-key': key }), 201)
  assert.deepEqual(texts(await receiver.take('/keyless', 1)), ['still here'])
})

test('spec 1.4: uninstalling the app does not stop deliveries', async () => {
  const store = await makeStore(server)
  const subscription = await subscribe(store, receiver.url('/uninstalled'))
  ok(await store.operator.post(`/operator/stores/${store.shopId}/uninstall`))
  await say(store, 'still here')
  assert.deepEqual(texts(await receiver.take('/uninstalled', 1)), ['still here'])
  assert.equal((await read(store, subscription)).isActive, true)
})

test('spec 3.2.4: a downgrade leaves active subscriptions active', async () => {
  const store = await makeStore(server)
  await subscribe(store, receiver.url('/downgraded'))
  ok(await store.operator.patch(`/operator/stores/${store.shopId}`, { plan: 'free' }))
  await say(store, 'still here')
  assert.deepEqual(texts(await receiver.take('/downgraded', 1)), ['still here'])
})
