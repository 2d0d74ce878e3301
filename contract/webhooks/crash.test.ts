import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { later, neverAnswer, type Receiver } from '#test/doubles/receiver.ts'
import { ok, readAllIds } from '#test/expect.ts'
import { addConversation, makeStore, type Store } from '#test/fixtures/factories.ts'
import { type LoggedDelivery, readLog, say, startOwnWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { until } from '#test/until.ts'

// Spec 6.4.8, 6.4.9: what was answered is delivered, whatever happens to the process. A killed dispatcher's
// deliveries are due again when its leases end, some seconds later (twice WEBHOOK_TIMEOUT, and ten more); the tests
// here wait for that side by side. The timeout is four times what the receiver takes: on a busy machine too, none of
// its answers is late, which would be another attempt.

/** A lease, and time to deliver what it held. */
const LATE_MS = 120_000

/** A store whose paths answer after a while each, so that deliveries pile up. */
async function pileUp(store: Store, receiver: Receiver, { paths, answerMs }: { paths: number; answerMs: number }) {
  const all = Array.from({ length: paths }, (_, i) => `/${store.shopId}/${i}`)
  const subscriptions = []
  for (const path of all) {
    receiver.on(path, later(answerMs))
    subscriptions.push(await subscribe(store, receiver.url(path)))
  }
  const { id } = await addConversation(store)
  return { all, id, subscriptions }
}

const messagesAt = (receiver: Receiver, path: string): string[] =>
  receiver.received(path).map(({ event }) => event.data.messageId)

const eventsAt = (receiver: Receiver, path: string): string[] =>
  receiver.received(path).map(({ event }) => event.eventId)

/** The events that a subscription's log says were delivered. */
async function readDelivered(store: Store, subscription: { id: string }): Promise<string[]> {
  const log = await readLog(store, subscription)
  return log.filter(({ status }) => status === 'delivered').map(({ eventId }) => eventId)
}

/** Ids of `wanted` that did not come to a path. */
function missing(receiver: Receiver, path: string, wanted: string[]): string[] {
  const came = new Set(messagesAt(receiver, path))
  return wanted.filter((id) => !came.has(id))
}

describe('a crash or a stop under load', { concurrency: true }, () => {
  test('spec 6.4.9: a kill with hundreds of deliveries under way, and right after an answer, loses none', async () => {
    const { server, receiver } = await startOwnWithReceiver({ WEBHOOK_TIMEOUT: '4s' })
    const store = await makeStore(server)
    const { all, id, subscriptions } = await pileUp(store, receiver, { paths: 6, answerMs: 1_000 })
    const sent: string[] = []
    await Promise.all(Array.from({ length: 60 }, async (_, i) => sent.push((await say(store, `${i}`, id)).id)))
    await receiver.take(all[0] as string, 1)
    const last = (await say(store, 'the last one', id)).id
    await server.kill()
    const before = receiver.received().length
    assert.ok(before < 300, `${before} of ${61 * all.length} deliveries had been sent before the kill`)
    await sleep(200) // what was on its way is read
    const early = all.map((path) => eventsAt(receiver, path))
    await server.restart()
    // What was written down before the kill; the leases of the rest end seconds later.
    const written = await Promise.all(subscriptions.map((subscription) => readDelivered(store, subscription)))
    const everything = () => all.every((path) => missing(receiver, path, [...sent, last]).length === 0)
    await until('all deliveries', everything, LATE_MS)

    // Only attempts that were in flight or not yet recorded are repeated, and only existing records are reported.
    const kept = new Set(await readAllIds(store.api, `/chat/conversations/${id}/messages?limit=100`))
    for (const [i, path] of all.entries()) {
      const before = early[i] as string[]
      const after = eventsAt(receiver, path).slice(before.length)
      const again = after.filter((event) => before.includes(event) && written[i]?.includes(event))
      assert.deepEqual(again, [], `written down and sent again to ${path}`)
      assert.equal(new Set(after).size, after.length, `sent twice after the restart to ${path}`)
      assert.ok(messagesAt(receiver, path).every((message) => kept.has(message)))
    }
    // A crash does not count as an attempt: each delivery succeeded with its first one.
    for (const subscription of subscriptions) {
      const done = (log: LoggedDelivery[]) => log.every(({ status }) => status === 'delivered') && log
      const log = await until('all to be recorded', async () => done(await readLog(store, subscription)), LATE_MS)
      assert.deepEqual([...new Set(log.map(({ attempts }) => attempts))], [1])
    }
  })

  test('a stop with deliveries under way sends none of them twice', async () => {
    const { server, receiver } = await startOwnWithReceiver({ WEBHOOK_TIMEOUT: '4s' })
    const store = await makeStore(server)
    const { all, id } = await pileUp(store, receiver, { paths: 4, answerMs: 1_000 })
    receiver.on('/hangs', neverAnswer)
    await subscribe(store, receiver.url('/hangs'), ['conversation.tags_updated'])
    ok(await store.api.post(`/chat/conversations/${id}/tags`, { tags: ['x'] }))
    await receiver.take('/hangs', 1)
    const sent: string[] = []
    await Promise.all(Array.from({ length: 60 }, async (_, i) => sent.push((await say(store, `${i}`, id)).id)))
    for (let stops = 1; stops <= 2; stops++) {
      await receiver.take(all[0] as string, stops * 15)
      const began = Date.now()
      assert.equal(await server.stop(), 0)
      assert.ok(Date.now() - began < 12_000, `the stop took ${Date.now() - began} ms`)
      assert.ok(receiver.received(all[0]).length < 60, 'nothing was left to be sent')
      await server.restart()
    }
    await until('all deliveries', () => all.every((path) => missing(receiver, path, sent).length === 0), LATE_MS)
    for (const path of all) assert.deepEqual(messagesAt(receiver, path).sort(), sent.toSorted())
  })
})
