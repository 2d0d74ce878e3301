import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later, neverAnswer, type Received } from '#test/doubles/receiver.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { read, say, startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'

// Spec 6.4.7.

/** Timeout of a delivery: long enough that one behind a hanging one stands out, however busy the machine is. */
const TIMEOUT_MS = 10_000
const { server, receiver } = await startWithReceiver({ WEBHOOK_TIMEOUT: `${TIMEOUT_MS / 1000}s` })

test('spec 6.4.7: paths of one host are endpoints of their own: hanging ones delay no other, in whichever store', async () => {
  const hanging = await Promise.all([makeStore(server), makeStore(server)])
  for (const store of hanging) {
    for (let i = 0; i < 5; i++) {
      const path = `/hang/${store.shopId}/${i}`
      receiver.on(path, neverAnswer)
      await subscribe(store, receiver.url(path))
    }
  }
  const healthy = await makeStore(server)
  const subscription = await subscribe(healthy, receiver.url('/beside'))
  const [{ id }, ...others] = await Promise.all([healthy, ...hanging].map((store) => addConversation(store)))
  for (let i = 0; i < 4; i++) await Promise.all(hanging.map((store, s) => say(store, `${i}`, others[s]?.id)))
  await receiver.take(`/hang/${hanging[0]?.shopId}/0`, 1)
  for (let i = 0; i < 30; i++) {
    await say(healthy, `${i}`, id)
    const { at, event } = (await receiver.take('/beside', i + 1))[i] as Received
    assert.ok(at - Date.parse(event.occurredAt) < TIMEOUT_MS / 2, `${at - Date.parse(event.occurredAt)} ms`)
  }
  assert.equal((await read(healthy, subscription)).lastDeliveryStatus, 'delivered')
})

test('spec 6.4.7: what was claimed ahead for quick endpoints that begin to hang holds up no other store', async () => {
  const hanging = await Promise.all([makeStore(server), makeStore(server)])
  const MESSAGES = 400
  const quick = Array.from({ length: 60 }, () => later(100)) // always some under way: they are known as quick
  for (const store of hanging) {
    for (let i = 0; i < 10; i++) {
      const path = `/turns/${store.shopId}/${i}`
      receiver.on(path, ...quick, neverAnswer)
      await subscribe(store, receiver.url(path))
    }
  }
  const healthy = await makeStore(server)
  await subscribe(healthy, receiver.url('/other'))
  const [{ id }, ...others] = await Promise.all([healthy, ...hanging].map((store) => addConversation(store)))
  for (let i = 0; i < MESSAGES; i += 10) {
    const some = Array.from({ length: 10 }, (_, n) => hanging.map((store, s) => say(store, `${i + n}`, others[s]?.id)))
    await Promise.all(some.flat())
  }
  for (let i = 0; i < 5; i++) {
    await say(healthy, `${i}`, id)
    const { at, event } = (await receiver.take('/other', i + 1))[i] as Received
    assert.ok(at - Date.parse(event.occurredAt) < TIMEOUT_MS / 2, `${at - Date.parse(event.occurredAt)} ms`)
  }
})
