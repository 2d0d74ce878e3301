import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { answer } from '#test/doubles/receiver.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { change, read, readLog, say, startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { until } from '#test/until.ts'

// Spec C16.5 to C16.8: the feed of a subscription's events, its digests, and sending again what failed.

const { server, receiver } = await startWithReceiver()
const today = () => new Date().toISOString().slice(0, 10)
const EMPTY = createHash('sha256').digest('hex')

interface Event {
  eventId: string
  type: string
  occurredAt: string
  data: { text?: string }
}

async function feed(store: Store, { id }: { id: string }, query = ''): Promise<Event[]> {
  const events: Event[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await store.api.get(`/chat/webhooks/${id}/events?${query}${cursor && `&cursor=${cursor}`}`)
    assert.equal(page.status, 200, JSON.stringify(page.body))
    assert.deepEqual(Object.keys(page.body), ['data', 'paging'])
    events.push(...page.body.data)
    cursor = page.body.paging.nextCursor
    assert.equal(page.body.paging.hasMore, cursor !== null)
  }
  return events
}

const textsOf = (events: Event[]) => events.map(({ type, data }) => data.text ?? type)
const digestOf = (events: Event[]) =>
  createHash('sha256')
    .update(
      events
        .map(({ eventId }) => eventId)
        .sort()
        .join('\n'),
    )
    .digest('hex')

test('spec C16.5: the feed has each event as the bytes of its delivery, in order', async () => {
  const store = await makeStore(server)
  receiver.on('/bytes', answer())
  const subscription = await subscribe(store, receiver.url('/bytes'), ['message.created', 'conversation.state_changed'])
  const { id } = await addConversation(store)
  for (const text of ['one', 'zwei 🎈', 'three']) await say(store, text, id)
  ok(await store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }))
  const received = await until(
    'four deliveries',
    () => receiver.received('/bytes').length === 4 && receiver.received('/bytes'),
  )
  const response = await fetch(`${server.baseUrl}/chat/webhooks/${subscription.id}/events`, {
    headers: { 'x-api-key': store.key },
  })
  const inOrder = received
    .map(({ body }) => body.toString())
    .sort(
      (a, b) =>
        JSON.parse(a).occurredAt.localeCompare(JSON.parse(b).occurredAt) ||
        JSON.parse(a).eventId.localeCompare(JSON.parse(b).eventId),
    )
  assert.equal(await response.text(), `{"data":[${inOrder.join(',')}],"paging":{"nextCursor":null,"hasMore":false}}`)
})

test('spec C16.5, 2.1: pages by cursor, from a moment on, which is included', async () => {
  const store = await makeStore(server)
  receiver.on('/pages', answer())
  const subscription = await subscribe(store, receiver.url('/pages'))
  const { id } = await addConversation(store)
  const all = ['a', 'b', 'c', 'd', 'e']
  for (const text of all) await say(store, text, id)
  assert.deepEqual(textsOf(await feed(store, subscription, 'limit=2')), all)
  const { occurredAt } = (await feed(store, subscription))[2] as Event
  const since = encodeURIComponent(occurredAt)
  assert.equal(textsOf(await feed(store, subscription, `since=${since}`)).includes('c'), true)
  assert.deepEqual(textsOf(await feed(store, subscription, `limit=1&since=${since}`)).slice(-3), ['c', 'd', 'e'])
  assert.deepEqual(await feed(store, subscription, `since=${new Date(Date.now() + 60_000).toISOString()}`), [])
  const { body } = await store.api.get(`/chat/webhooks/${subscription.id}/events?limit=1000`)
  assert.equal(body.data.length, 5)
})

test('spec C16.6: what the subscription asked for since it was made, also while it was inactive; no tests, nothing earlier', async () => {
  const store = await makeStore(server)
  receiver.on('/other', answer())
  receiver.on('/own', answer())
  await subscribe(store, receiver.url('/other'), ['message.created', 'conversation.tags_updated'])
  const { id } = await addConversation(store)
  await say(store, 'before', id)
  const subscription = await subscribe(store, receiver.url('/own'))
  await say(store, 'active', id)
  ok(await store.operator.post(`/operator/stores/${store.shopId}/webhooks/${subscription.id}/test`), 201)
  await change(store, subscription, { isActive: false })
  await say(store, 'inactive', id)
  const tag = () => store.api.post(`/chat/conversations/${id}/tags`, { tags: [`t${Math.random()}`] })
  ok(await tag())
  await change(store, subscription, { events: ['conversation.tags_updated'] })
  ok(await tag())
  await say(store, 'no longer asked for', id)
  await change(store, subscription, { events: ['message.created'], isActive: true })
  await say(store, 'again', id)
  assert.deepEqual(textsOf(await feed(store, subscription)), [
    'active',
    'inactive',
    'conversation.tags_updated',
    'again',
  ])
})

test('spec C16.7: the digest of a day counts what the feed has of it', async () => {
  const store = await makeStore(server)
  receiver.on('/digest', answer())
  const subscription = await subscribe(store, receiver.url('/digest'))
  const digest = async (day: string) => ok(await store.api.get(`/chat/webhooks/${subscription.id}/digest?day=${day}`))
  assert.deepEqual(await digest(today()), { day: today(), count: 0, digest: EMPTY })
  const { id } = await addConversation(store)
  for (const text of ['a', 'b', 'c']) await say(store, text, id)
  const events = await feed(store, subscription)
  for (const day of new Set(events.map(({ occurredAt }) => occurredAt.slice(0, 10)))) {
    const those = events.filter(({ occurredAt }) => occurredAt.startsWith(day))
    assert.deepEqual(await digest(day), { day, count: those.length, digest: digestOf(those) })
  }
  for (const day of ['2020-02-29', '9999-12-31', '0001-01-01'])
    assert.deepEqual(await digest(day), { day, count: 0, digest: EMPTY })
})

test('spec C16.5, C16.7, 4.5.5: unknown, foreign and deleted ids, malformed moments and days are 400', async () => {
  const [store, stranger] = [await makeStore(server), await makeStore(server)]
  receiver.on('/gone', answer())
  const subscription = await subscribe(store, receiver.url('/gone'))
  const path = (id: string) => `/chat/webhooks/${id}`
  for (const [api, id] of [
    [store.api, 'none'],
    [stranger.api, subscription.id],
  ] as const) {
    refused(await api.get(`${path(id)}/events`), 400, 'INVALID_PARAMS')
    refused(await api.get(`${path(id)}/digest?day=${today()}`), 400, 'INVALID_PARAMS')
  }
  for (const query of ['since=yesterday', 'since=2026-02-30', 'since=2026-01-01', 'cursor=x', 'limit=0', 'limit=x'])
    refused(await store.api.get(`${path(subscription.id)}/events?${query}`), 400, 'INVALID_PARAMS')
  for (const query of ['', '?day=', '?day=2026-02-30', '?day=2026-1-1', '?day=2026-01-01T00:00:00Z', '?day=today'])
    refused(await store.api.get(`${path(subscription.id)}/digest${query}`), 400, 'INVALID_PARAMS')
  ok(await store.api.delete(path(subscription.id)))
  refused(await store.api.get(`${path(subscription.id)}/events`), 400, 'INVALID_PARAMS')
})

test('spec C16.8: what failed since a moment is sent again, what a 4xx dropped too; a second call queues nothing', async () => {
  const store = await makeStore(server)
  receiver.on('/again', answer(400), answer(422), answer())
  const subscription = await subscribe(store, receiver.url('/again'))
  const path = `/operator/stores/${store.shopId}/webhooks/${subscription.id}/redeliver`
  const before = new Date().toISOString()
  const { id } = await addConversation(store)
  const statuses = async () => (await readLog(store, subscription)).map(({ status }) => status).sort()
  await say(store, 'one', id)
  await until('the first to be dropped', async () => (await statuses()).includes('dropped'))
  await say(store, 'two', id)
  await until('both to be dropped', async () => (await statuses()).join() === 'dropped,dropped')
  const later = new Date(Date.now() + 60_000).toISOString()
  assert.deepEqual(ok(await store.operator.post(path, { since: later })), { queued: 0 })
  assert.deepEqual(ok(await store.operator.post(path, { since: before })), { queued: 2 })
  await until('both to be delivered', async () => (await statuses()).join() === 'delivered,delivered')
  assert.deepEqual(ok(await store.operator.post(path, { since: before })), { queued: 0 })
  for (const wrong of [{}, { since: 'x' }, { since: 7 }])
    refused(await store.operator.post(path, wrong), 400, 'INVALID_PARAMS')
  refused(await store.operator.post(path.replace(subscription.id, 'none'), { since: before }), 404, 'NOT_FOUND')
  if ((await read(store, subscription)).isActive) await change(store, subscription, { isActive: false })
  refused(await store.operator.post(path, { since: before }), 400, 'INVALID_PARAMS')
})
