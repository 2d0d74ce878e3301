import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import type { Event } from '#test/fixtures/events.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'

// Spec 6.1: the events that members cause in the app, as an endpoint receives them.

const EVENTS = ['message.created', 'message.updated', 'message.removed', 'conversation.removed']
const { server, receiver } = await startWithReceiver()

/** A store whose endpoint takes a while, so that a conversation is gone before its events are told. */
async function open(path: string) {
  receiver.on(path, later(300))
  const store = await makeStore(server)
  await subscribe(store, receiver.url(path), EVENTS)
  const { id } = await addConversation(store)
  return { inbox: await signInOwner(server, store), conversation: `/api/chat/conversations/${id}`, id }
}

test('spec 6.1.8, 6.1.12: editing, deleting a message and deleting a conversation are told, and what was still to be told is too', async () => {
  const { inbox, conversation, id } = await open('/all')
  const { id: messageId } = ok(await inbox.post(`${conversation}/messages`, { text: 'Helo' }), 201)
  ok(await inbox.patch(`${conversation}/messages/${messageId}`, { text: 'Hello' }))
  ok(await inbox.delete(`${conversation}/messages/${messageId}`))
  ok(await inbox.delete(conversation))
  const received = await receiver.take('/all', EVENTS.length)
  const events = new Map(received.map(({ event }) => [event.type, event]))
  assert.deepEqual([...events.keys()].sort(), EVENTS.toSorted())
  const dataOf = (type: string) => (events.get(type) as Event).data
  // The data is that of message.created, as the message is now.
  assert.equal(dataOf('message.created').text, 'Helo')
  assert.deepEqual(dataOf('message.updated'), { ...dataOf('message.created'), text: 'Hello' })
  assert.deepEqual(dataOf('message.removed'), { ...dataOf('message.created'), text: 'Hello' })
  assert.deepEqual(dataOf('conversation.removed'), {})
  for (const { conversationId } of events.values()) assert.equal(conversationId, id)
})

test('spec 6.1.2, 6.1.8: an edit that changes nothing, and notes, tell nobody', async () => {
  const { inbox, conversation } = await open('/few')
  const note = ok(await inbox.post(`${conversation}/messages`, { text: 'between us', isNote: true }), 201)
  ok(await inbox.patch(`${conversation}/messages/${note.id}`, { text: 'still between us' }))
  ok(await inbox.delete(`${conversation}/messages/${note.id}`))
  const reply = ok(await inbox.post(`${conversation}/messages`, { text: 'Hello' }), 201)
  ok(await inbox.patch(`${conversation}/messages/${reply.id}`, { text: 'Hello' }))
  ok(await inbox.delete(conversation))
  await receiver.take('/few', 2)
  assert.deepEqual(
    receiver
      .received('/few')
      .map(({ event }) => event.type)
      .sort(),
    ['conversation.removed', 'message.created'],
  )
})

test('spec 6.1.14, C10.10: no change of a playground conversation causes an event, nor does its deletion', async () => {
  const { inbox, conversation } = await open('/playground')
  const { conversationId } = ok(await inbox.post('/api/chat/ai/playground', { text: 'Hello' }), 201)
  ok(await inbox.post(`/api/chat/conversations/${conversationId}/messages`, { text: 'Hello back' }), 201)
  ok(await inbox.delete(`/api/chat/conversations/${conversationId}`))
  ok(await inbox.delete(conversation))
  await receiver.take('/playground', 1)
  assert.deepEqual(
    receiver.received('/playground').map(({ event }) => [event.type, event.conversationId]),
    [['conversation.removed', conversation.split('/').at(-1)]],
  )
})
