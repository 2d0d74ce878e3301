import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#test/expect.ts'
import { type Event, readEvents } from '#test/fixtures/events.ts'
import { addConversation, addMember, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { makeStoreWithEvents, say } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'

// Spec 6.1, 6.2: which acts tell of themselves, and what they tell. How events reach subscribers is not seen here.

const server = await startServer()

/** The events that acts on a new store leave behind. */
async function eventsOf(act: (store: Store) => Promise<unknown>, settings = {}): Promise<Event[]> {
  const store = await makeStoreWithEvents(server, { settings })
  await act(store)
  return readEvents(server, store.shopId)
}

const post = (store: Store, id: string, rest: string, body?: unknown) =>
  store.api.post(`/chat/conversations/${id}/${rest}`, body)
const told = (events: Event[]) => events.map(({ type, data }) => [type, data])

test('spec 6.2.1, 6.2.2, C9.29: an event has its six envelope fields, names the conversation by id, and occurs now', async () => {
  let made = { id: '', firestoreId: '' }
  const [event, ...more] = await eventsOf(async (store) => {
    made = await addConversation(store, { firestoreId: 'fire' })
    ok(await post(store, 'fire', 'state', { status: 'resolved' }))
  })
  assert.deepEqual(more, [])
  assert.deepEqual(Object.keys(event ?? {}), ['eventId', 'type', 'shopId', 'conversationId', 'occurredAt', 'data'])
  assert.match(event?.eventId ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  assert.equal(event?.conversationId, made.id)
  assert.ok(Math.abs(Date.parse(event?.occurredAt ?? '') - Date.now()) < 60_000)
})

test('spec 3.1, 6.1.9, 6.1.10, 6.1.11: state, tags and assignment tell of changes, and of nothing when nothing changes', async () => {
  let [one, other] = ['', '']
  const events = await eventsOf(async (store) => {
    one = (await addMember(store)).id
    other = (await addMember(store)).id
    const { id } = await addConversation(store)
    for (const status of ['open', 'resolved', 'resolved', 'open']) ok(await post(store, id, 'state', { status }))
    for (const memberId of [null, one, one, other, null]) ok(await post(store, id, 'assign', { memberId }))
    ok(await post(store, id, 'tags', { tags: ['a', 'b'] }))
    ok(await post(store, id, 'tags', { tags: ['b'] }))
    ok(await store.api.delete(`/chat/conversations/${id}/tags/a`))
    ok(await store.api.delete(`/chat/conversations/${id}/tags/a`))
  })
  assert.deepEqual(told(events), [
    ['conversation.state_changed', { status: 'resolved', previousStatus: 'open' }],
    ['conversation.state_changed', { status: 'open', previousStatus: 'resolved' }],
    ['conversation.assigned', { memberId: one, previousMemberId: null }],
    ['conversation.assigned', { memberId: other, previousMemberId: one }],
    ['conversation.assigned', { memberId: null, previousMemberId: other }],
    ['conversation.tags_updated', { tags: ['a', 'b'] }],
    ['conversation.tags_updated', { tags: ['b'] }],
  ])
})

test('spec 2.3.5, 6.1.2, 6.1.4, 6.1.7: message.created tells of replies and of customers’ messages, never of notes and transfer lines', async () => {
  let memberId = ''
  const sent: { id: string; createdAt: string }[] = []
  const events = await eventsOf(async (store) => {
    memberId = store.owner.memberId
    const { id } = await addConversation(store, { isChatBot: true, messages: [message()] })
    for (const body of [{ isNote: true, memberId }, { memberId }, { asCustomer: true, memberId }]) {
      sent.push(ok(await post(store, id, 'messages', { text: 'Hi 🎈', ...body }), 201))
    }
  })
  const data = (i: number, senderType: string, by: string | null) => {
    const { id, createdAt } = sent[i] as { id: string; createdAt: string }
    return { messageId: id, text: 'Hi 🎈', senderType, memberId: by, createdAt }
  }
  assert.deepEqual(told(events), [
    ['message.created', data(1, 'agent', memberId)],
    ['message.created', data(2, 'customer', null)],
  ])
})

test('spec C6.9, C6.12: reopening by a customer and auto-assignment tell of themselves', async () => {
  let memberId = ''
  const events = await eventsOf(
    async (store) => {
      memberId = store.owner.memberId
      const { id } = await addConversation(store, { status: 'resolved' })
      ok(await post(store, id, 'messages', { text: 'x', asCustomer: true }), 201)
      for (let i = 0; i < 2; i++) ok(await post(store, id, 'messages', { text: 'y', memberId }), 201)
    },
    { autoAssign: true },
  )
  assert.deepEqual(
    told(events).filter(([type]) => type !== 'message.created'),
    [
      ['conversation.state_changed', { status: 'open', previousStatus: 'resolved' }],
      ['conversation.assigned', { memberId, previousMemberId: null }],
    ],
  )
  assert.equal(events.length, 5)
})

test('spec 6.1.14, C5.4: imports, reads, typing, notes, attributes and refused acts tell of nothing', async () => {
  const events = await eventsOf(async (store) => {
    const { id, customerUuid } = await addConversation(store, { tags: ['a'], messages: [message()] })
    const memberId = store.owner.memberId
    await addConversation(store, { id, customerUuid, status: 'resolved', tags: ['b'] })
    ok(await post(store, id, 'read'))
    ok(await post(store, id, 'typing', { memberId, active: true }))
    ok(await post(store, id, 'notes', { text: 'x' }), 201)
    ok(await post(store, id, 'attributes', { name: 'x', value: 'y' }), 201)
    await post(store, id, 'messages', { text: '', memberId })
    await post(store, id, 'assign', { memberId: 'nobody' })
    await post(store, id, 'tags', { tags: [''] })
  })
  assert.deepEqual(events, [])
})

test('spec 6.2.3, C9.29: above 80,000 bytes data is replaced, and the size of the whole envelope told', async () => {
  const [event] = await eventsOf(async (store) => {
    const { id } = await addConversation(store)
    ok(await post(store, id, 'tags', { tags: Array.from({ length: 250 }, (_, i) => `${i}${'🎈'.repeat(90)}`) }))
  })
  assert.deepEqual(Object.keys(event?.data), ['truncated', 'originalSize'])
  assert.equal(event?.data.truncated, true)
  const tags = Array.from({ length: 250 }, (_, i) => `${i}${'🎈'.repeat(90)}`)
  assert.equal(event?.data.originalSize, Buffer.byteLength(JSON.stringify({ ...event, data: { tags } })))
})

test('spec 6.4.9: events are stored where somebody has subscribed, paused or not, and nowhere else', async () => {
  const countAfterMessage = async (store: Store) => {
    await say(store)
    return (await readEvents(server, store.shopId)).length
  }
  assert.equal(await countAfterMessage(await makeStore(server)), 0)
  assert.equal(await countAfterMessage(await makeStoreWithEvents(server)), 1)
})
