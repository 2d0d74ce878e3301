import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { makeAuthority } from '#test/doubles/authority.ts'
import * as hostile from '#test/doubles/hostile.ts'
import { type Behaviour, neverAnswer, type Received, type Receiver, startReceiver } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { say, shows, startOwnWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { metric } from '#test/service/metrics.ts'
import { until } from '#test/until.ts'

// Spec 6.4: endpoints that do not mean well cost one slot for one timeout, and nobody else anything. The timeout is a
// second here.

const TIMEOUT_MS = 1_000
/** Beyond what an endpoint takes that never answers, on the same machine at the same moment. */
const SLACK_MS = 1_000
/** A connection that is left to the client's own defaults would take longer. */
const CLIENT_MS = 10_000
const { server, receiver } = await startOwnWithReceiver()
/**
 * A host of its own for endpoints that close a connection which they promised to keep: the next request to the same host may be on its
 * way there already, and is made again, which would be another endpoint's failure here.
 */
const unfaithful = await startReceiver({ authority: receiver.authority })

interface Hostile {
  does: Behaviour
  is: 'delivered' | 'retrying'
  timesOut?: boolean
  at?: Receiver
}
const behaviours: Record<string, Hostile> = {
  'never answers': { does: neverAnswer, is: 'retrying', timesOut: true },
  'sends its status byte by byte': { does: hostile.slowStatusLine, is: 'retrying', timesOut: true },
  'sends headers for ever': { does: hostile.slowHeaders, is: 'retrying', timesOut: true },
  'sends early hints for ever': { does: hostile.endlessHints, is: 'retrying', timesOut: true },
  'says it is processing for ever': { does: hostile.endlessContinue, is: 'retrying', timesOut: true },
  'sends a megabyte of one header': { does: hostile.hugeHeaders, is: 'retrying' },
  'sends a hundred thousand headers': { does: hostile.manyHeaders, is: 'retrying' },
  'speaks no HTTP': { does: hostile.nonsense, is: 'retrying' },
  'switches protocols': { does: hostile.otherProtocol, is: 'retrying' },
  'hangs up without an answer': { does: hostile.hangUp, is: 'retrying' },
  'fails with an endless body': { does: hostile.endlessFailure, is: 'retrying' },
  'succeeds with an endless body': { does: hostile.endlessSuccess, is: 'delivered' },
  'succeeds with a dripping body': { does: hostile.drippingBody, is: 'delivered' },
  'succeeds with a gzip bomb': { does: hostile.gzipBomb, is: 'delivered' },
  'succeeds with less body than announced': { does: hostile.shortBody, is: 'delivered' },
  'succeeds with broken chunks': { does: hostile.badChunks, is: 'delivered' },
  'succeeds and closes the connection it promised to keep': {
    does: hostile.closeAfterwards,
    is: 'delivered',
    at: unfaithful,
  },
}

const memory = () => metric(server, 'process_resident_memory_bytes')

test('spec 6.4.1, 8.17: a hostile endpoint is cut off in time, its answer is judged by its status, and it delays nobody', async () => {
  const names = Object.keys(behaviours)
  const stores = await Promise.all([makeStore(server), makeStore(server)])
  const sockets: Socket[] = []
  const subscriptions = []
  for (const [i, name] of names.entries()) {
    const { does, at = receiver } = behaviours[name] as Hostile
    at.on(`/hostile/${i}`, (response, request) => {
      sockets.push(request.socket)
      does(response, request)
    })
    const store = stores[i % 2] as (typeof stores)[0]
    subscriptions.push({ store, ...(await subscribe(store, at.url(`/hostile/${i}`))) })
  }
  const healthy = await makeStore(server)
  await subscribe(healthy, receiver.url('/healthy'))
  const { id } = await addConversation(healthy)
  const before = await memory()
  await Promise.all(stores.map((store) => say(store)))

  // The hostile ones hang all the while. A delivery that waited for one of them would take a timeout or more, and so would
  // each of these; a busy machine delays single ones.
  const delays: number[] = []
  for (let i = 0; i < 20; i++) {
    await say(healthy, `${i}`, id)
    const { at, event } = (await receiver.take('/healthy', i + 1))[i] as Received
    delays.push(at - Date.parse(event.occurredAt))
  }
  assert.ok(delays.filter((ms) => ms >= TIMEOUT_MS).length <= 5, `delays of ${delays} ms`)
  let silent = 0
  for (const [i, name] of names.entries()) {
    const { is, timesOut, at = receiver } = behaviours[name] as Hostile
    const path = `/hostile/${i}`
    if (is === 'delivered') {
      await shows((subscriptions[i] as (typeof subscriptions)[0]).store, subscriptions[i], { lastDeliveryStatus: is })
      assert.equal(at.received(path).length, 1, name)
      continue
    }
    const [first, second] = (await receiver.take(path, 2)) as [Received, Received]
    const took = second.at - first.at
    if (name === 'never answers') silent = took
    assert.ok(took < silent + SLACK_MS, `${name}: next attempt after ${took} ms, ${silent} where nothing comes`)
    const { operator, shopId } = (subscriptions[i] as (typeof subscriptions)[0]).store
    const delivery = `/operator/stores/${shopId}/deliveries/${first.headers['x-webhook-delivery-id']}`
    const error: string = ok(await operator.get(delivery)).log[0].error
    assert.equal(/^No answer within 1 s/.test(error), timesOut === true, `${name}: ${error}`)
  }
  assert.ok(receiver.received().every(({ headers }) => headers['accept-encoding'] === undefined))
  const most = Math.max(...sockets.map((socket) => socket.bytesWritten))
  assert.ok(most < 16 * 1024 * 1024, `${most} bytes of an answer were taken`)
  assert.ok((await memory()) - before < 150 * 1024 * 1024, 'memory grew by more than 150 MB')
  for (const { store, id } of subscriptions) await store.api.delete(`/chat/webhooks/${id}`)
  await until('connections to be closed', async () => (await receiver.connections()) < 6)
})

test('spec 6.4.1, 6.4.2: what does not speak TLS, or does not finish to, is retried within the timeout', async () => {
  const sockets: Socket[] = []
  const greet = (greeting: string | null) => async () => {
    const times: number[] = []
    const plain = createServer((socket) => {
      times.push(Date.now())
      sockets.push(socket.on('error', () => {}))
      if (greeting) socket.end(greeting)
    }).listen(0, '127.0.0.1')
    after(() => plain.close())
    await once(plain, 'listening')
    return { times, url: `https://localhost:${(plain.address() as AddressInfo).port}/` }
  }
  after(() => sockets.forEach((socket) => void socket.destroy()))
  const store = await makeStore(server)
  for (const start of [greet(null), greet('HTTP/1.1 204 No Content\r\n\r\n')]) {
    const { times, url } = await start()
    const subscription = await subscribe(store, url)
    await say(store)
    await until('a second attempt', () => times.length >= 2)
    assert.ok((times[1] as number) - (times[0] as number) < CLIENT_MS)
    assert.equal((await shows(store, subscription, { lastDeliveryStatus: 'retrying' })).isActive, true)
    await store.api.delete(`/chat/webhooks/${subscription.id}`)
  }
})

test('spec 6.4.10: a certificate of an unknown authority is refused before anything is sent', async () => {
  const stranger = await startReceiver({ authority: await makeAuthority() })
  const store = await makeStore(server)
  const subscription = await subscribe(store, stranger.url('/unknown'))
  await say(store)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'failed' })
  assert.match(shown.lastDeliveryError, /certificate|self.signed|CERT/i)
  assert.equal(stranger.received().length, 0)
})

test('spec 6.4.2: a port where nobody listens is retried', async () => {
  const store = await makeStore(server)
  const subscription = await subscribe(store, 'https://localhost:1/')
  await say(store)
  const shown = await shows(store, subscription, { lastDeliveryStatus: 'failed' })
  assert.match(shown.lastDeliveryError, /ECONNREFUSED/)
})
