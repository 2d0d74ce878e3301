import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hangUp } from '#test/doubles/hostile.ts'
import { answer, neverAnswer, type Received } from '#test/doubles/receiver.ts'
import { ok, readPages, refused } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import {
  change,
  deliveryEnv,
  say,
  shows,
  startWithReceiver,
  subscribe,
  verifyWebhook,
} from '#test/fixtures/webhooks.ts'
import { metric } from '#test/service/metrics.ts'
import { startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// What operators see of deliveries and can do about them (docs/webhooks.md, "Looking into it").

const { server, receiver } = await startWithReceiver({ LOG_LEVEL: 'trace' })
const EVENTS = ['message.created', 'conversation.tags_updated', 'customer.created']

interface Delivery {
  id: string
  status: string
  attempts: number
  eventId: string
}

function looking(store: Store, { id }: { id: string }) {
  const shop = `/operator/stores/${store.shopId}`
  return {
    log: async (query = ''): Promise<Delivery[]> =>
      ok(await store.operator.get(`${shop}/webhooks/${id}/deliveries${query}`)),
    pages: (query: string) => readPages(store.operator, `${shop}/webhooks/${id}/deliveries?${query}`),
    detail: async (delivery: string) => ok(await store.operator.get(`${shop}/deliveries/${delivery}`)),
    redeliver: (delivery: string) => store.operator.post(`${shop}/deliveries/${delivery}/redeliver`),
    test: () => store.operator.post(`${shop}/webhooks/${id}/test`),
    health: async () => ok(await store.operator.get(`${shop}/webhooks/${id}/health`)),
    reaches: (delivery: string, status: string) =>
      until(`a ${status} delivery`, async () => {
        const found = ok(await store.operator.get(`${shop}/deliveries/${delivery}`))
        return found.status === status && found
      }),
  }
}

test('the delivery log is newest first, in pages, and filtered by status', async () => {
  const store = await makeStore(server)
  receiver.on('/log', answer(204), answer(404), answer(204), answer(404), answer(204))
  const subscription = await subscribe(store, receiver.url('/log'))
  const { log, pages } = looking(store, subscription)
  assert.deepEqual(await log(), [])
  const { id } = await addConversation(store)
  for (let i = 1; i <= 5; i++) {
    await say(store, `${i}`, id)
    await receiver.take('/log', i)
  }
  await until('all to be done', async () => (await log('?status=pending')).length === 0)
  const all = await log()
  const sent = receiver.received('/log').map(({ headers }) => headers['x-webhook-delivery-id'])
  assert.deepEqual(all.map((delivery) => delivery.id).reverse(), sent)
  assert.deepEqual(
    all.map(({ status, attempts }) => [status, attempts]),
    ['delivered', 'dropped', 'delivered', 'dropped', 'delivered'].map((status) => [status, 1]),
  )
  for (const limit of [1, 2, 5]) {
    const found = await pages(`limit=${limit}`)
    assert.deepEqual(found.flat(), all)
    assert.equal(found[0]?.length, limit)
  }
  const dropped = await pages('status=dropped&limit=1')
  assert.deepEqual(
    dropped.flat(),
    all.filter(({ status }) => status === 'dropped'),
  )
  const path = `/operator/stores/${store.shopId}/webhooks/${subscription.id}/deliveries`
  for (const query of ['status=nonsense', 'limit=0', 'cursor=nonsense']) {
    refused(await store.operator.get(`${path}?${query}`), 400, 'INVALID_PARAMS')
  }
})

test('a delivery is shown with the body it sends and each attempt: when, how long, status, error', async () => {
  const began = performance.now()
  const store = await makeStore(server)
  receiver.on('/detail', answer(503), hangUp, answer(200))
  const subscription = await subscribe(store, receiver.url('/detail'))
  const { detail, reaches } = looking(store, subscription)
  await say(store)
  const [request] = (await receiver.take('/detail', 1)) as [Received]
  const { id, eventId, type, conversationId } = {
    id: request.headers['x-webhook-delivery-id'] as string,
    ...request.event,
  }
  await reaches(id, 'delivered')
  const shown = await detail(id)
  assert.deepEqual(
    [shown.id, shown.subscriptionId, shown.eventId, shown.type, shown.conversationId, shown.attempts, shown.body],
    [id, subscription.id, eventId, type, conversationId, 3, request.body.toString()],
  )
  assert.deepEqual(
    shown.log.map((entry: { attempt: number; responseStatus: number | null }) => [entry.attempt, entry.responseStatus]),
    [
      [1, 503],
      [2, null],
      [3, 200],
    ],
  )
  const errors = shown.log.map(({ error }: { error: string | null }) => error)
  assert.match(errors[0], /503/)
  assert.match(errors[1], /closed/)
  assert.equal(errors[2], null)
  const times = shown.log.map(({ startedAt }: { startedAt: string }) => startedAt)
  assert.deepEqual(times, times.toSorted())
  // An attempt may take as long as the whole test, not longer.
  const sinceStart = performance.now() - began
  assert.ok(shown.log.every(({ durationMs }: { durationMs: number }) => durationMs >= 0 && durationMs <= sinceStart))
})

test('a redelivery sends the same event and delivery again, with seven fresh attempts, after a drop too', async () => {
  const store = await makeStore(server)
  receiver.on('/redeliver', answer(404), answer(500))
  const subscription = await subscribe(store, receiver.url('/redeliver'))
  const { log, redeliver, reaches } = looking(store, subscription)
  await say(store)
  await shows(store, subscription, { lastDeliveryStatus: 'dropped' })
  const [{ id }] = (await log()) as [Delivery]
  ok(await redeliver(id))
  assert.equal((await reaches(id, 'failed')).attempts, 8)
  assert.equal(receiver.received('/redeliver').length, 8)
  assert.match(refused(await redeliver(id), 400, 'INVALID_PARAMS'), /inactive/)

  receiver.on('/redeliver', answer(204))
  await change(store, subscription, { isActive: true })
  for (const attempts of [9, 10]) {
    ok(await redeliver(id)) // of a failed one, and of one that was delivered
    assert.equal((await receiver.take('/redeliver', attempts)).length, attempts)
    assert.equal((await reaches(id, 'delivered')).attempts, attempts)
  }
  const requests = receiver.received('/redeliver')
  assert.equal(new Set(requests.map(({ event }) => event.eventId)).size, 1)
  assert.deepEqual(new Set(requests.map(({ headers }) => headers['x-webhook-delivery-id'])), new Set([id]))
  assert.ok(requests.every(({ headers, body }) => verifyWebhook(headers, body, subscription.secret)))
  assert.equal((await log()).length, 1)
})

test('a test event reaches one subscription only, and verifies', async () => {
  const store = await makeStore(server)
  const [one, other] = [
    await subscribe(store, receiver.url('/test'), EVENTS),
    await subscribe(store, receiver.url('/not'), EVENTS),
  ]
  const made = ok(await looking(store, one).test(), 201)
  const [{ event, headers, body }] = (await receiver.take('/test', 1)) as [Received]
  assert.deepEqual([headers['x-webhook-delivery-id'], event.eventId], [made.id, made.eventId])
  assert.ok(verifyWebhook(headers, body, one.secret))
  assert.ok(EVENTS.includes(event.type))
  assert.equal(event.shopId, store.shopId)
  await looking(store, one).reaches(made.id, 'delivered')
  await sleep(100)
  assert.equal(receiver.received('/not').length, 0)
  await change(store, other, { isActive: false })
  assert.match(refused(await looking(store, other).test(), 400, 'INVALID_PARAMS'), /inactive/)
})

test('health tells attempts, success rate, latency and what waits', async () => {
  const began = performance.now()
  const store = await makeStore(server)
  receiver.on('/health', answer(500), answer(204), answer(204), answer(204))
  const subscription = await subscribe(store, receiver.url('/health'))
  const { health } = looking(store, subscription)
  const nothing = { attempts: 0, successRate: null, medianMs: null, p95Ms: null, queued: 0, queueAgeMs: null }
  assert.deepEqual(await health(), nothing)
  for (let i = 0; i < 3; i++) await say(store)
  await receiver.take('/health', 4)
  const done = await until('four attempts', async () => {
    const now = await health()
    return now.attempts === 4 && now
  })
  assert.deepEqual([done.successRate, done.queued, done.queueAgeMs], [0.75, 0, null])
  assert.ok(done.medianMs >= 0 && done.p95Ms >= done.medianMs && done.p95Ms <= performance.now() - began)
})

test('metrics tell queue depth, age, attempts by outcome and latency', async () => {
  const before = await Promise.all(['2xx', '4xx', 'timeout', 'network'].map(outcome))
  const store = await makeStore(server)
  receiver.on('/metrics', answer(204), answer(400), neverAnswer, hangUp, answer(204))
  await subscribe(store, receiver.url('/metrics'))
  for (let i = 1; i <= 3; i++) {
    await say(store)
    await receiver.take('/metrics', i)
  }
  await receiver.take('/metrics', 5)
  await until('all to be counted', async () => (await outcome('2xx')) === (before[0] as number) + 2)
  const after = await Promise.all(['2xx', '4xx', 'timeout', 'network'].map(outcome))
  assert.deepEqual(
    after.map((count, i) => count - (before[i] as number)),
    [2, 1, 1, 1],
  )
  assert.ok((await metric(server, 'parley_webhook_dispatch_latency_seconds_count')) >= 3)

  const slow = await startServer({ env: { ...deliveryEnv(receiver), WEBHOOK_TIMEOUT: '20s' } })
  const waiting = await makeStore(slow)
  receiver.on('/queue', neverAnswer)
  await subscribe(waiting, receiver.url('/queue'))
  const { id } = await addConversation(waiting)
  for (let i = 0; i < 12; i++) await say(waiting, `${i}`, id)
  await receiver.take('/queue', 8)
  await sleep(200)
  assert.equal(await metric(slow, 'parley_webhook_queue_depth'), 12)
  const age = await metric(slow, 'parley_webhook_oldest_due_seconds')
  assert.ok(age >= 0.2 && age < 20, `${age} s`)

  function outcome(label: string): Promise<number> {
    return metric(server, 'parley_webhook_attempts_total', `outcome="${label}"`)
  }
})

test('a store’s operator paths know no other store’s subscriptions and deliveries', async () => {
  const [store, other] = [await makeStore(server), await makeStore(server)]
  const subscription = await subscribe(other, receiver.url('/foreign'))
  const delivery = ok(await looking(other, subscription).test(), 201)
  for (const [webhook, id] of [
    [subscription.id, delivery.id],
    [randomUUID(), randomUUID()],
    ['nonsense', 'nonsense'],
  ]) {
    const shop = `/operator/stores/${store.shopId}`
    for (const path of [`webhooks/${webhook}/deliveries`, `webhooks/${webhook}/health`, `deliveries/${id}`]) {
      refused(await store.operator.get(`${shop}/${path}`), 404, 'NOT_FOUND')
    }
    for (const path of [`webhooks/${webhook}/test`, `deliveries/${id}/redeliver`]) {
      refused(await store.operator.post(`${shop}/${path}`), 404, 'NOT_FOUND')
      refused(await store.api.post(`${shop}/${path}`), 401, 'UNAUTHENTICATED')
    }
  }
  await sleep(100)
  assert.equal(receiver.received('/foreign').length, 1)
})

test('secrets stand in no operator answer and no log, at the finest level neither', async () => {
  const store = await makeStore(server)
  receiver.on('/secret', answer(500), hangUp, neverAnswer, answer(410))
  const subscription = await subscribe(store, receiver.url('/secret'), EVENTS, { metadata: { note: 'my-own-words' } })
  await say(store, 'a-very-private-sentence')
  await shows(store, subscription, { isActive: false })
  const shown = ok(await store.operator.get(`/operator/stores/${store.shopId}/webhooks`))
  assert.deepEqual([shown.length, shown[0].id, shown[0].url], [1, subscription.id, subscription.url])
  const { log, detail } = looking(store, subscription)
  const answers = [shown, await log(), await detail(((await log())[0] as Delivery).id)]
  assert.ok(!JSON.stringify(answers).includes('whsec_'))
  await server.stop()
  const logs = server.logs()
  assert.match(logs, new RegExp(subscription.id)) // the disabling is told of
  for (const word of ['whsec_', subscription.secret, 'my-own-words', 'a-very-private-sentence', store.key]) {
    assert.ok(!logs.includes(word), word)
  }
})
