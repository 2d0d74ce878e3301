import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, type Behaviour, later, neverAnswer, type Received } from '#test/doubles/receiver.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { read, say, shows, startWithReceiver, subscribe, verifyWebhook } from '#test/fixtures/webhooks.ts'
import { sleep } from '#test/until.ts'

// Spec 3.4, 6.2 to 6.4 over real https: what is sent, and what becomes of each answer. The retries' real schedule is
// tested with the clock replaced, in src/dispatcher/next-step.test.ts; here each wait is 50 ms.

const { server, receiver } = await startWithReceiver()
const store = await makeStore(server)
const hangUp: Behaviour = (response) => void response.socket?.destroy()

/** Subscribes a path of its own to messages, with a script, and says something. */
async function deliver(path: string, ...script: Behaviour[]) {
  const one = await makeStore(server)
  receiver.on(path, ...script)
  const subscription = await subscribe(one, receiver.url(path))
  return { store: one, subscription, message: await say(one) }
}

const idsOf = ({ headers }: Received) => [headers['x-webhook-event-id'], headers['x-webhook-delivery-id']]

test('spec 6.3.1: a delivery is a POST of the envelope as JSON, with five headers', async () => {
  const { store, subscription, message } = await deliver('/plain')
  const [request] = (await receiver.take('/plain', 1)) as [Received]
  const { headers, event, body } = request
  assert.equal(request.method, 'POST')
  assert.match(headers['content-type'] ?? '', /^application\/json/)
  assert.deepEqual(
    Object.keys(headers)
      .filter((name) => name.startsWith('x-'))
      .sort(),
    ['x-webhook-delivery-id', 'x-webhook-event', 'x-webhook-event-id', 'x-webhook-signature', 'x-webhook-timestamp'],
  )
  assert.deepEqual(Object.keys(event), ['eventId', 'type', 'shopId', 'conversationId', 'occurredAt', 'data'])
  assert.deepEqual([headers['x-webhook-event'], headers['x-webhook-event-id']], ['message.created', event.eventId])
  assert.match(headers['x-webhook-timestamp'] ?? '', /^\d{10}$/)
  assert.match(headers['x-webhook-signature'] ?? '', /^[0-9a-f]{64}$/)
  assert.notEqual(headers['x-webhook-delivery-id'], event.eventId)
  assert.equal(event.shopId, store.shopId)
  assert.equal(event.data.messageId, message.id)
  assert.ok(!body.includes(subscription.secret) && !body.includes('metadata'))
})

test('spec 5.4.1, 6.3.3: the signature is over timestamp, semicolon and the raw bytes, as the documented helper checks it', async () => {
  const one = await makeStore(server)
  const { secret } = await subscribe(one, receiver.url('/signed'))
  await say(one, 'Ünïcode 🎈 "quoted" \\ / \u2028 <script>')
  const [{ headers, body }] = (await receiver.take('/signed', 1)) as [Received]
  assert.ok(verifyWebhook(headers, body, secret))
  assert.ok(!verifyWebhook(headers, Buffer.concat([body, Buffer.from(' ')]), secret))
  assert.ok(!verifyWebhook(headers, body, `${secret}x`))
  const later = String(Number(headers['x-webhook-timestamp']) + 1)
  assert.ok(!verifyWebhook({ ...headers, 'x-webhook-timestamp': later }, body, secret))
})

test('spec 6.3.2, 6.4.8: one event has one id at every subscription, and a delivery id at each', async () => {
  const one = await makeStore(server)
  const secrets = []
  for (const path of ['/each/1', '/each/2', '/each/3']) {
    secrets.push((await subscribe(one, receiver.url(path))).secret)
  }
  await say(one)
  const requests = []
  for (const path of ['/each/1', '/each/2', '/each/3']) requests.push(...(await receiver.take(path, 1)))
  assert.equal(new Set(requests.map(({ event }) => event.eventId)).size, 1)
  assert.equal(new Set(requests.map(({ headers }) => headers['x-webhook-delivery-id'])).size, 3)
  assert.equal(new Set(secrets).size, 3)
  for (const [i, { headers, body }] of requests.entries()) assert.ok(verifyWebhook(headers, body, secrets[i] as string))
})

test('spec 6.3.2, 6.3.3, 6.4.8: retries carry the same ids and bytes, and a timestamp and signature of their own', async () => {
  const slowly = later(1_100, answer(500)) // past the timeout, so that a second passes between the attempts
  const { subscription } = await deliver('/again', slowly, answer(500), answer(204))
  const requests = await receiver.take('/again', 3)
  const [first, , last] = requests as [Received, Received, Received]
  for (const request of requests) {
    assert.deepEqual(idsOf(request), idsOf(first))
    assert.deepEqual(request.body, first.body)
    assert.ok(verifyWebhook(request.headers, request.body, subscription.secret))
    const second = Number(request.headers['x-webhook-timestamp'])
    assert.ok(Math.abs(second - request.at / 1000) <= 1.5, `${second} at ${request.at}`)
  }
  assert.notEqual(last.headers['x-webhook-timestamp'], first.headers['x-webhook-timestamp'])
  assert.notEqual(last.headers['x-webhook-signature'], first.headers['x-webhook-signature'])
})

for (const status of [200, 201, 202, 204, 299]) {
  test(`spec 3.4.1: ${status} is delivered`, async () => {
    const path = `/status/${status}`
    const { store, subscription } = await deliver(path, answer(status))
    const shown = await shows(store, subscription, { lastDeliveryStatus: 'delivered' })
    assert.deepEqual([shown.isActive, shown.lastDeliveryError], [true, null])
    assert.equal(new Date(shown.lastDeliveryAt).toISOString(), shown.lastDeliveryAt)
    const at = receiver.received(path)[0]?.at as number
    assert.ok(Math.abs(Date.parse(shown.lastDeliveryAt) - at) < 60_000)
    assert.equal(receiver.received(path).length, 1)
  })
}

test('spec 3.4.3, 6.4.5: 3xx and 4xx are dropped: never followed, never retried, and the subscription goes on', async () => {
  const statuses = [300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 409, 422, 429, 451, 499]
  const made = await Promise.all(
    statuses.map((status) =>
      deliver(`/drop/${status}`, answer(status, { location: receiver.url(`/followed/${status}`), 'retry-after': '0' })),
    ),
  )
  for (const [i, { store, subscription }] of made.entries()) {
    const shown = await shows(store, subscription, { lastDeliveryStatus: 'dropped' })
    assert.equal(shown.isActive, true)
    assert.match(shown.lastDeliveryError, new RegExp(`${statuses[i]}`))
  }
  await sleep(300) // six waits of 50 ms
  for (const [i, { store }] of made.entries()) {
    const path = `/drop/${statuses[i]}`
    assert.equal(receiver.received(path).length, 1, path)
    assert.equal(receiver.received(`/followed/${statuses[i]}`).length, 0)
    receiver.on(path, answer())
    await say(store, 'next')
    await receiver.take(path, 2)
  }
})

for (const [name, failure, reason] of [
  ['500', answer(500), /500/],
  ['503', answer(503), /503/],
  ['599', answer(599), /599/],
  ['a timeout', neverAnswer, /1 s/],
  ['a network error', hangUp, /./],
] as const) {
  test(`spec 3.4.2: ${name} is retried, and delivered when the endpoint is back`, async () => {
    const path = `/retry/${encodeURIComponent(name)}`
    const { store, subscription } = await deliver(path, failure, failure, later(200))
    await receiver.take(path, 3)
    const retrying = await read(store, subscription)
    assert.deepEqual([retrying.lastDeliveryStatus, retrying.isActive], ['retrying', true])
    assert.match(retrying.lastDeliveryError, reason)
    const shown = await shows(store, subscription, { lastDeliveryStatus: 'delivered' })
    assert.deepEqual([shown.isActive, shown.lastDeliveryError], [true, null])
    assert.equal(receiver.received(path).length, 3)
  })
}

test('spec 3.2.5, 6.4.3: the seventh failure of an event disables the subscription, and there is no eighth attempt', async () => {
  const { store, subscription } = await deliver('/seven', answer(500))
  const shown = await shows(store, subscription, { isActive: false })
  assert.equal(shown.lastDeliveryStatus, 'failed')
  await say(store)
  await sleep(300)
  assert.equal(receiver.received('/seven').length, 7)
  assert.equal(new Set(receiver.received('/seven').map(({ event }) => event.eventId)).size, 1)
})

test('spec 6.4.3: success on the seventh attempt is success', async () => {
  const { store, subscription } = await deliver('/last', ...Array(6).fill(answer(500)), answer(200))
  await receiver.take('/last', 7)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'delivered' })
  assert.deepEqual([shown.isActive, shown.lastDeliveryError], [true, null])
  receiver.on('/last', answer(204))
  await say(store)
  await receiver.take('/last', 8)
})

test('spec C6.17: failures of different events do not add up', async () => {
  const script = Array.from({ length: 12 }, (_, i) => answer(i % 2 ? 200 : 500))
  const { store, subscription } = await deliver('/mixed', ...script)
  for (let i = 1; i < 6; i++) {
    await receiver.take('/mixed', i * 2)
    await say(store)
  }
  await receiver.take('/mixed', 12)
  assert.equal((await shows(store, subscription, { lastDeliveryStatus: 'delivered' })).isActive, true)
})

test('spec 3.2.6, 3.4.4, 6.4.4: 410 disables the subscription at once, without a retry', async () => {
  const { store, subscription } = await deliver('/gone', answer(410))
  const shown = await shows(store, subscription, { isActive: false })
  assert.equal(shown.lastDeliveryStatus, 'dropped')
  assert.match(shown.lastDeliveryError, /410/)
  await say(store)
  await sleep(300)
  assert.equal(receiver.received('/gone').length, 1)
})

test('spec 2.8.4, C9.29: what tells of deliveries is absent before the first attempt', async () => {
  const subscription = await subscribe(store, receiver.url('/quiet'), ['customer.created'])
  await say(store)
  assert.deepEqual(
    Object.keys(await read(store, subscription)).filter((key) => key.startsWith('last')),
    [],
  )
})
