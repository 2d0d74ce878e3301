import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { Bus } from './bus.ts'
import type { BusMessage } from './messages.ts'
import { pack, type Transport, withFallback } from './transport.ts'

const logger = createLogger('silent')

const BEAT = '[["",{"kind":"alive"}]]'
const isBeat = (text: string) => text.endsWith(` ${BEAT}`)

/** A transport whose texts the test reads and writes. */
function fakeTransport() {
  const sent: string[] = []
  let receive = (_text: string) => {}
  let gap = () => {}
  const transport: Transport = {
    publish: async (text) => void (isBeat(text) || sent.push(text)),
    subscribe: async (onText, onGap) => {
      receive = onText
      gap = onGap
    },
  }
  return { transport, sent, receive: (text: string) => receive(text), gap: () => gap() }
}

const flushed = () => new Promise((resolve) => setTimeout(resolve, 30))

test('subscribers of the same process are called at once, others get one batch without repeats', async () => {
  const bus = new Bus()
  const { transport, sent } = fakeTransport()
  await bus.connect(transport, { publishesEvents: false, logger })
  const heard: [string, BusMessage][] = []
  bus.subscribe((shopId, message) => heard.push([shopId, message]))
  for (const id of ['a', 'b', 'a']) bus.publish('shop_1', { kind: 'changed', id })
  bus.publish('shop_1', { kind: 'events' })
  assert.equal(heard.length, 4)
  await flushed()
  assert.equal(sent.length, 1)
  const items = JSON.parse(String(sent[0]).replace(/^\S+ /, ''))
  assert.deepEqual(items, [
    ['shop_1', { kind: 'changed', id: 'a' }],
    ['shop_1', { kind: 'changed', id: 'b' }],
  ])
})

test('a process that only serves tells others of new events', async () => {
  const bus = new Bus()
  const { transport, sent } = fakeTransport()
  await bus.connect(transport, { publishesEvents: true, logger })
  bus.publish('shop_1', { kind: 'events' })
  await flushed()
  assert.match(sent.join(), /"events"/)
})

test('what another process publishes is delivered and not published again; its own texts are ignored', async () => {
  const bus = new Bus()
  const { transport, sent, receive } = fakeTransport()
  await bus.connect(transport, { publishesEvents: true, logger })
  const heard: BusMessage[] = []
  bus.subscribe((_shopId, message) => heard.push(message))
  receive('other [["shop_1",{"kind":"queue"}]]')
  assert.deepEqual(heard, [{ kind: 'queue' }])
  await flushed()
  assert.deepEqual(sent, [])
  bus.publish('shop_1', { kind: 'team' })
  await flushed()
  receive(String(sent[0]))
  assert.equal(heard.length, 2)
})

test('an interruption, an empty batch and too many messages are gaps', async () => {
  const bus = new Bus()
  const { transport, sent, receive, gap } = fakeTransport()
  await bus.connect(transport, { publishesEvents: true, logger })
  let gaps = 0
  bus.onGap(() => gaps++)
  gap()
  receive('other []')
  assert.equal(gaps, 2)
  for (let i = 0; i < 12_000; i++) bus.publish('shop_1', { kind: 'changed', id: String(i) })
  await flushed()
  assert.match(sent.join(), /^\w+ \[\]$/)
})

test('a process that falls silent without a goodbye leaves a gap, one that says goodbye does not', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const bus = new Bus()
  const { transport, receive } = fakeTransport()
  await bus.connect(transport, { publishesEvents: true, logger })
  let gaps = 0
  bus.onGap(() => gaps++)
  const seconds = (count: number, say: string[] = []) => {
    for (let i = 0; i < count; i++) {
      for (const process of say) receive(`${process} ${BEAT}`)
      t.mock.timers.tick(1_000)
    }
  }
  seconds(10, ['a', 'b', 'c'])
  assert.equal(gaps, 0)
  receive('c [["",{"kind":"left"}]]')
  seconds(5, ['a'])
  assert.equal(gaps, 1) // b
  seconds(10, ['a'])
  assert.equal(gaps, 1, 'it is told once')
  seconds(1, ['b'])
  seconds(5, ['a'])
  assert.equal(gaps, 2, 'one that is heard again and falls silent again')
  // This process did something else for a while: what others said meanwhile is not read yet.
  t.mock.timers.setTime(Date.now() + 20_000)
  seconds(10, ['a'])
  assert.equal(gaps, 2)
})

test('a process that ends tells what it had not told yet, and says goodbye', async () => {
  const bus = new Bus()
  const { transport, sent } = fakeTransport()
  await bus.connect(transport, { publishesEvents: true, logger })
  bus.publish('shop_1', { kind: 'team' })
  await bus.leave()
  assert.deepEqual(
    sent.map((text) => text.replace(/^\S+ /, '')),
    ['[["shop_1",{"kind":"team"}]]', '[["",{"kind":"left"}]]'],
  )
})

test('a process ends though nothing takes its goodbye', async () => {
  const bus = new Bus()
  const { transport } = fakeTransport()
  let isStuck = false
  const publish = (): Promise<void> => (isStuck ? new Promise(() => {}) : Promise.resolve())
  await bus.connect({ ...transport, publish }, { publishesEvents: true, logger })
  isStuck = true
  bus.publish('shop_1', { kind: 'team' })
  // Its own wait keeps no process alive: one that takes longer than this leaves the test pending, which fails it.
  const awake = setTimeout(() => {}, 5_000)
  await bus.leave()
  clearTimeout(awake)
})

test('the next transport takes over while the first fails, and both are heard', async () => {
  const first = fakeTransport()
  const second = fakeTransport()
  let isAway = false
  const flaky: Transport = {
    ...first.transport,
    publish: (text) => (isAway ? Promise.reject(new Error('away')) : first.transport.publish(text)),
  }
  const both = withFallback([flaky, second.transport]) as Transport
  const heard: string[] = []
  await both.subscribe(
    (text) => heard.push(text),
    () => {},
  )
  await both.publish('one')
  isAway = true
  await both.publish('two')
  assert.deepEqual([first.sent, second.sent], [['one'], ['two']])
  first.receive('a')
  second.receive('b')
  assert.deepEqual(heard, ['a', 'b'])
})

test('batches stay below the limit, and an item above it is left out', () => {
  const items = Array.from({ length: 50 }, (_, i) => JSON.stringify(['shop', 'x'.repeat(i)]))
  const texts = pack([...items, JSON.stringify('y'.repeat(200))], 150)
  assert.ok(texts.every((text) => text.length <= 152))
  assert.deepEqual(
    texts.flatMap((text) => JSON.parse(text)),
    items.map((item) => JSON.parse(item)),
  )
})

test('a batch that did not get through is reported as a gap, once anything gets through', async () => {
  const bus = new Bus()
  const { transport, sent } = fakeTransport()
  let isAway = true
  const publish = async (text: string) => {
    if (isBeat(text)) return
    if (isAway) throw new Error('the connection was lost')
    sent.push(text)
  }
  await bus.connect({ ...transport, publish }, { publishesEvents: false, logger })
  bus.publish('shop_1', { kind: 'changed', id: 'a' })
  await flushed()
  assert.deepEqual(sent, [])
  isAway = false
  while (sent.length === 0) await flushed()
  assert.deepEqual(JSON.parse(String(sent[0]).replace(/^\S+ /, '')), [])
  bus.publish('shop_1', { kind: 'changed', id: 'b' })
  await flushed()
  assert.match(String(sent[1]), /"b"/)
})
