import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Received } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { addConversation, addMember, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { EVENT_NAMES, events, say, startWithReceiver, subscribe, verifyWebhook } from '#test/fixtures/webhooks.ts'

// Spec 6.1, 6.2 as a receiver sees them: each event from each door of the REST API that causes it. Acts are told
// one after the other, so that each one's deliveries are known; deliveries themselves have no promised order.

const { server, receiver } = await startWithReceiver()

/** A store with one subscription to everything, and a conversation to act on. */
async function listen(overrides: object = {}, settings = {}) {
  const store = await makeStore(server, { settings })
  const path = `/${store.shopId}`
  const { secret } = await subscribe(store, receiver.url(path), EVENT_NAMES)
  const { id } = await addConversation(store, { messages: [message()], ...overrides })
  const post = async (rest: string, body?: object, status = 200) =>
    ok(await store.api.post(`/chat/conversations/${id}/${rest}`, body), status)
  return { store, path, secret, id, post, memberId: store.owner.memberId }
}

/** All that a path got: what comes before a last event that nothing else follows. */
async function untilMarked(store: Store, path: string): Promise<Received[]> {
  const { id } = await addConversation(store)
  await say(store, 'the end', id)
  for (let count = 1; ; count++) {
    const requests = await receiver.take(path, count)
    const isEnd = ({ event }: Received) => event.data.text === 'the end'
    // The order is not promised, but each delivery before the mark was due before it.
    if (requests.some(isEnd)) return requests.filter((request) => !isEnd(request))
  }
}

const told = (requests: Received[]) => events(requests).map(({ type, data }) => [type, data])

test('spec 6.1, 6.2.1: each event reaches its subscriber with the envelope of 6.2 and exactly its data', async () => {
  const { store, path, secret, id, post, memberId } = await listen()
  const { id: other } = await addMember(store)
  const expected: [string, object][] = []
  const messageEvent = (sent: { id: string; createdAt: string }, senderType: string, by: string | null) => ({
    messageId: sent.id,
    text: 'Hi 🎈',
    senderType,
    memberId: by,
    createdAt: sent.createdAt,
  })
  /** Does something and waits until its event has come. */
  const act = async (type: string, work: () => Promise<unknown>, data: (result: never) => object) => {
    expected.push([type, data((await work()) as never)])
    await receiver.take(path, expected.length)
  }
  const state = (status: string) => () => post('state', { status })
  const changed = (status: string, previousStatus: string) => () => ({ status, previousStatus })
  const assign = (memberId: string | null) => () => post('assign', { memberId })
  const assigned = (memberId: string | null, previousMemberId: string | null) => () => ({ memberId, previousMemberId })

  const reply = () => post('messages', { text: 'Hi 🎈', memberId }, 201)
  const relay = () => post('messages', { text: 'Hi 🎈', asCustomer: true, memberId }, 201)
  await act('message.created', reply, (sent) => messageEvent(sent, 'agent', memberId))
  await act('message.created', relay, (sent) => messageEvent(sent, 'customer', null))
  await act('conversation.state_changed', state('resolved'), changed('resolved', 'open'))
  await act('conversation.state_changed', state('open'), changed('open', 'resolved'))
  await act('conversation.assigned', assign(memberId), assigned(memberId, null))
  await act('conversation.assigned', assign(other), assigned(other, memberId))
  await act('conversation.assigned', assign(null), assigned(null, other))
  await act(
    'conversation.tags_updated',
    () => post('tags', { tags: ['b', 'a'] }),
    () => ({ tags: ['b', 'a'] }),
  )
  await act(
    'conversation.tags_updated',
    () => post('tags', { tags: ['a', 'c'] }),
    () => ({ tags: ['b', 'a', 'c'] }),
  )
  const untag = () => store.api.delete(`/chat/conversations/${id}/tags/b`)
  await act('conversation.tags_updated', untag, () => ({ tags: ['a', 'c'] }))

  const requests = receiver.received(path)
  assert.deepEqual(told(requests), expected)
  for (const { event, headers, body } of requests) {
    const { eventId, type, shopId, conversationId, occurredAt, ...rest } = event
    assert.deepEqual(Object.keys(rest), ['data'])
    assert.match(eventId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.deepEqual([shopId, conversationId], [store.shopId, id])
    assert.equal(new Date(occurredAt).toISOString(), occurredAt)
    assert.equal(headers['x-webhook-event'], type)
    assert.ok(verifyWebhook(headers, body, secret))
  }
  assert.equal(new Set(events(requests).map(({ eventId }) => eventId)).size, expected.length)
  const times = events(requests).map(({ occurredAt }) => occurredAt)
  assert.deepEqual(times, times.toSorted())
})

test('spec C6.9, C6.12: a customer’s message that reopens, and a reply that is assigned, tell of both', async () => {
  const { store, path, post, memberId } = await listen({ status: 'resolved' }, { autoAssign: true })
  await post('messages', { text: 'x', asCustomer: true }, 201)
  await post('messages', { text: 'y', memberId }, 201)
  const all = told(await untilMarked(store, path))
  assert.deepEqual(all.map(([type]) => type).sort(), [
    'conversation.assigned',
    'conversation.state_changed',
    'message.created',
    'message.created',
  ])
  const dataOf = (wanted: string) => all.find(([type]) => type === wanted)?.[1]
  assert.deepEqual(dataOf('conversation.state_changed'), { status: 'open', previousStatus: 'resolved' })
  assert.deepEqual(dataOf('conversation.assigned'), { memberId, previousMemberId: null })
})

test('spec 6.1.7, C9.5: a reply that ends the AI agent’s hold tells of itself, not of the transfer line', async () => {
  const { store, path, post, memberId } = await listen({ isChatBot: true })
  await post('messages', { text: 'I take over', memberId }, 201)
  const all = await untilMarked(store, path)
  assert.deepEqual(
    events(all).map(({ data }) => data.text),
    ['I take over'],
  )
})

test('spec 6.1.2, 6.1.14: notes, typing, reads, attributes and writes that change nothing reach nobody', async () => {
  const { store, path, id, post, memberId } = await listen({ tags: ['a'], memberId: null })
  await post('messages', { text: 'a note', isNote: true, memberId }, 201)
  const note = await post('notes', { text: 'x' }, 201)
  ok(await store.api.put(`/chat/conversations/${id}/notes/${note.id}`, { text: 'y' }))
  ok(await store.api.delete(`/chat/conversations/${id}/notes/${note.id}`))
  await post('attributes', { name: 'x', value: 'y' }, 201)
  await post('typing', { memberId, active: true })
  await post('read')
  await post('state', { status: 'open' })
  await post('assign', { memberId: null })
  await post('tags', { tags: ['a'] })
  ok(await store.api.delete(`/chat/conversations/${id}/tags/absent`))
  assert.deepEqual(told(await untilMarked(store, path)), [])
})

test('spec 6.1.15: another store’s events reach nobody here', async () => {
  const [one, other] = [await listen(), await listen()]
  await other.post('state', { status: 'resolved' })
  await receiver.take(other.path, 1)
  assert.deepEqual(told(await untilMarked(one.store, one.path)), [])
})

test('spec 6.2.3, 8.18: a payload of 80,000 bytes is sent whole, one byte more is truncated, counted in bytes', async () => {
  const { path, post } = await listen()
  const many = Array.from({ length: 240 }, (_, i) => `${i}${'é'.repeat(100 - `${i}`.length)}`)
  await post('tags', { tags: many })
  const [{ event: first, body }] = (await receiver.take(path, 1)) as [Received]
  assert.deepEqual(first.data.tags, many)
  assert.equal(body.length, Buffer.byteLength(JSON.stringify(first)))

  // Tags that fill the payload up to 80,000 bytes exactly; each costs three bytes beside its own.
  const fill: string[] = []
  let left = 80_000 - body.length
  while (left > 0) {
    const length = left > 220 ? 100 : left > 103 ? Math.floor(left / 2) - 3 : left - 3
    fill.push(`${fill.length}`.padEnd(length, 'x'))
    left -= length + 3
  }
  assert.equal(left, 0)
  await post('tags', { tags: fill })
  const [, exact] = (await receiver.take(path, 2)) as [Received, Received]
  assert.equal(exact.body.length, 80_000)
  assert.deepEqual(exact.event.data.tags, [...many, ...fill])

  await post('tags', { tags: ['🎈'] })
  const [, , over] = (await receiver.take(path, 3)) as [Received, Received, Received]
  const { data, ...envelope } = over.event
  assert.deepEqual(data, { truncated: true, originalSize: 80_000 + Buffer.byteLength(',"🎈"') })
  assert.deepEqual(Object.keys(envelope), ['eventId', 'type', 'shopId', 'conversationId', 'occurredAt'])
  assert.equal(envelope.type, 'conversation.tags_updated')
})
