import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { depth } from '#test/depth.ts'
import { answer } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { startOwnWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { sleep, until } from '#test/until.ts'

// Spec C16.5, C16.7: a receiver that was down, while the service was killed, misses nothing after its catch-up by the feed.

const EVENTS = depth(200, 10_000)
const KILLS = depth(2, 20)
const SENDERS = 8

interface Event {
  eventId: string
  occurredAt: string
  data: { text: string }
}

test('spec C16.5, C16.7: a receiver catches up by the feed, and knows each event that comes later', async () => {
  const { server, receiver } = await startOwnWithReceiver()
  const store = await makeStore(server)
  receiver.on('/down', answer(503))
  const subscription = await subscribe(store, receiver.url('/down'))
  const { id } = await addConversation(store)
  const waiting = Array.from({ length: EVENTS }, () => randomUUID())
  const sent = new Set(waiting)

  const sender = async () => {
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      const headers = { 'idempotency-key': text }
      const send = () => store.api.post(`/chat/conversations/${id}/messages`, { text, asCustomer: true }, headers)
      while ((await send().catch(() => null))?.status !== 201) await sleep(20)
    }
  }
  const killer = async () => {
    for (let killed = 1; killed <= KILLS; killed++) {
      await until('some sends', () => waiting.length <= EVENTS - (killed * EVENTS) / (KILLS + 1))
      await server.kill()
      await server.restart()
    }
  }
  await Promise.all([...Array.from({ length: SENDERS }, sender), killer()])

  // Catches up: follows the feed to its end, and drops what it knows.
  const known = new Map<string, Event>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `limit=100${cursor && `&cursor=${cursor}`}`
    const { body } = await store.api.get(`/chat/webhooks/${subscription.id}/events?${query}`)
    for (const event of body.data) known.set(event.eventId, event)
    cursor = body.paging.nextCursor
  }
  assert.equal(known.size, EVENTS)
  assert.deepEqual(new Set([...known.values()].map(({ data }) => data.text)), sent)
  for (const day of new Set([...known.values()].map(({ occurredAt }) => occurredAt.slice(0, 10)))) {
    const ids = [...known.values()].filter(({ occurredAt }) => occurredAt.startsWith(day)).map(({ eventId }) => eventId)
    const digest = createHash('sha256').update(ids.sort().join('\n')).digest('hex')
    const expected = { day, count: ids.length, digest }
    assert.deepEqual(ok(await store.api.get(`/chat/webhooks/${subscription.id}/digest?day=${day}`)), expected)
  }
  // Up again: whatever is still delivered has an id that the receiver knows.
  receiver.on('/down', answer())
  await until('a delivery', () => receiver.received('/down').length > 0)
  const strangers = receiver.received('/down').filter(({ event }) => !known.has((event as unknown as Event).eventId))
  assert.deepEqual(strangers, [])
})
