import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENTS } from '../shared/names.ts'
import { read } from './grammar.ts'
import { perMinute } from './limits.ts'

const hash = 'a1'.repeat(32)

/** Whether a pushed thing is taken; anything else than a sentence about why not is a fault. */
function isTaken(pushed: unknown): boolean {
  try {
    read(pushed)
    return true
  } catch (why) {
    if (typeof why !== 'string' && !(why instanceof Error)) throw why
    return false
  }
}

const GOOD: [string, string, ...unknown[]][] = [
  ['do', 'chat:open'],
  ['do', 'chat:open', []],
  ['do', 'chat:open', ['home']],
  ['do', 'chat:open', 'messages'],
  ['do', 'chat:close'],
  ['do', 'chat:toggle', ['help']],
  ['do', 'chat:show', []],
  ['do', 'chat:hide'],
  ['do', 'launcher:show'],
  ['do', 'launcher:hide'],
  ['do', 'message:send', 'hello'],
  ['do', 'message:send', ['𝒽'.repeat(5_000)]],
  ['do', 'typing:set', true],
  ['do', 'typing:set', [false]],
  ['do', 'identify', { id: '7' }],
  ['do', 'identify', [{ id: '7', hash, email: 'a@b.c', name: 'Ada', phone: null, attributes: { tier: 'gold' } }]],
  ['do', 'logout'],
  ['do', 'session:reset'],
  ['do', 'escalate'],
  ['do', 'escalate', [{}]],
  ['do', 'escalate', { reason: 'angry' }],
  ['do', 'trigger:run', ['welcome']],
  ['do', 'article:show', 'a1'],
  ['do', 'prechat:submit'],
  ['do', 'prechat:submit', { name: 'Ada', consent: true }],
  ['do', 'prechat:skip'],
  ['do', 'event:track', 'seen'],
  ['do', 'event:track', ['seen', { a: [1, { b: null }] }]],
  ['set', 'message:text', ''],
  ['set', 'user:email', 'a@b.c'],
  ['set', 'user:name', ['Ada']],
  ['set', 'user:phone', '+1 555'],
  ['set', 'user:attributes', { tier: 'gold' }],
  ['set', 'user:context', { any: { depth: [1] } }],
  ['set', 'shop:data', {}],
  ['set', 'product', { id: 1 }],
  ['set', 'cart', { items: [], total: 5 }],
  ['set', 'order', { no: 1 }],
  ['set', 'conversation:attributes', { order: '1042' }],
  ['set', 'locale', 'de-AT'],
  ['set', 'locale', 'pt_BR'],
  ['set', 'prechat:field', ['name', 'Ada']],
  ['on', 'chat:opened', () => {}],
  ['on', 'chat:opened', [() => {}]],
  ['off', 'chat:opened'],
  ['off', 'chat:opened', () => {}],
]

const BAD: unknown[] = [
  undefined,
  null,
  'chat:open',
  7,
  {},
  [],
  ['do'],
  ['do', 'chat:open', [], 'more'],
  ['get', 'session:id'],
  ['do', 'constructor'],
  ['do', '__proto__'],
  ['do', 'toString', []],
  ['do', 'message:text', 'x'],
  ['set', 'message:send', 'x'],
  ['do', 'chat:open', ['cart']],
  ['do', 'chat:open', ['home', 'home']],
  ['do', 'chat:close', ['now']],
  ['do', 'message:send'],
  ['do', 'message:send', ''],
  ['do', 'message:send', ' \n '],
  ['do', 'message:send', 7],
  ['do', 'message:send', ['a', 'b']],
  ['do', 'message:send', 'x'.repeat(5_001)],
  ['do', 'message:send', '𝒽'.repeat(5_001)],
  ['do', 'message:send', 'a\0b'],
  ['do', 'message:send', 'half \ud800 pair'],
  ['do', 'typing:set', 'yes'],
  ['do', 'identify', {}],
  ['do', 'identify', { id: 7 }],
  ['do', 'identify', { id: '' }],
  ['do', 'identify', { id: '7', hash: 'short' }],
  ['do', 'identify', { id: '7', email: 'nobody' }],
  ['do', 'identify', { id: '7', attributes: { n: 1 } }],
  ['do', 'identify', null],
  ['do', 'escalate', 'angry'],
  ['do', 'trigger:run'],
  ['do', 'article:show', ['']],
  ['do', 'prechat:submit', { name: 7 }],
  ['do', 'event:track', ['seen', 'props']],
  ['do', 'event:track', ['seen', { big: 'x'.repeat(8_200) }]],
  ['set', 'user:email', 'nobody'],
  ['set', 'user:attributes', { n: 1 }],
  ['set', 'user:attributes', ['a']],
  ['set', 'user:attributes', { a: { b: 'c' } }],
  ['set', 'cart', [[]]],
  ['set', 'cart', 'x'],
  ['set', 'cart', { big: 'é'.repeat(4_100) }],
  ['set', 'locale', 'not a locale'],
  ['set', 'prechat:field', 'name'],
  ['on', 'chat:opened'],
  ['on', 'chat:opened', 'handler'],
  ['on', 'chat:exploded', () => {}],
  ['off', 'toString'],
]

test('beside the contract’s commands there is one: consent', () => {
  assert.equal(isTaken(['do', 'consent', true]), true)
  assert.equal(isTaken(['do', 'consent', [false]]), true)
  for (const wrong of [
    ['do', 'consent'],
    ['do', 'consent', 'yes'],
    ['do', 'consent', [true, true]],
  ])
    assert.equal(isTaken(wrong), false)
})

test('spec 4.7.18, 6.1.6: all 18 do, 13 set and 22 events are known, and each good shape is taken', () => {
  const named = (verb: string) => new Set(GOOD.filter(([one]) => one === verb).map(([, name]) => name)).size
  assert.deepEqual([named('do'), named('set'), EVENTS.length], [18, 13, 22])
  assert.deepEqual(
    GOOD.filter((command) => !isTaken(command)),
    [],
  )
})

test('what is of wrong shape, unknown or too large is dropped whole', () => {
  assert.deepEqual(
    BAD.filter((command) => isTaken(command)),
    [],
  )
})

test('bare and listed arguments are the same', () => {
  assert.deepEqual(read(['do', 'message:send', 'x']), read(['do', 'message:send', ['x']]))
  assert.deepEqual(read(['set', 'cart', { a: 1 }]), read(['set', 'cart', [{ a: 1 }]]))
})

test('spec 8.25: 8 KB are bytes of UTF-8 JSON, exactly', () => {
  const withBytes = (count: number) => ['set', 'product', { a: 'x'.repeat(count - '{"a":""}'.length) }]
  assert.equal(isTaken(withBytes(8_192)), true)
  assert.equal(isTaken(withBytes(8_193)), false)
  assert.equal(isTaken(['set', 'product', { a: 'é'.repeat((8_192 - 8) / 2) }]), true)
})

test('cycles, depth, getters that throw, proxies and revoked proxies are dropped, never thrown on', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  const trap = new Proxy([], { get: () => assert.fail('never reaches the shop') })
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  const throwing = Object.defineProperty({}, 'id', {
    enumerable: true,
    get() {
      throw new Error('ha')
    },
  })
  let deep: unknown = 1
  for (let i = 0; i < 100; i++) deep = { deep }
  for (const pushed of [['set', 'cart', cycle], ['set', 'cart', { deep }], trap, proxy, ['do', 'identify', throwing]])
    assert.equal(isTaken(pushed), false)
})

test('arguments are copied and read once', () => {
  const cart = { total: 1 }
  const taken = read(['set', 'cart', cart]) as { args: object[] }
  cart.total = 2
  assert.deepEqual(taken.args, [{ total: 1 }])
  let reads = 0
  const shifty = Object.defineProperty({}, 'id', { enumerable: true, get: () => (reads++ === 0 ? 'good' : 7) })
  assert.deepEqual(read(['do', 'identify', shifty]), { verb: 'do', name: 'identify', args: [{ id: 'good' }] })
})

test('what other scripts add to prototypes changes nothing', () => {
  Object.assign(Array.prototype, { toJSON: () => 'broken', extra: true })
  Object.assign(Object.prototype, { hash: 'polluted', email: 5 })
  try {
    assert.deepEqual(read(['do', 'identify', { id: '7' }]), { verb: 'do', name: 'identify', args: [{ id: '7' }] })
    const cart = read(['set', 'cart', { items: [1, 2] }]) as unknown as { args: [Record<string, unknown>] }
    assert.equal(JSON.stringify(Object.entries(cart.args[0]).length), '1')
    assert.equal((cart.args[0].items as number[])[1], 2)
  } finally {
    for (const key of ['toJSON', 'extra']) Reflect.deleteProperty(Array.prototype, key)
    for (const key of ['hash', 'email']) Reflect.deleteProperty(Object.prototype, key)
  }
})

test('spec 8.24: a limit counts any 60 seconds, and not what it refused', () => {
  let now = 0
  const may = perMinute(15, () => now)
  const taken = () => Array.from({ length: 20 }, may).filter(Boolean).length
  assert.equal(taken(), 15)
  now = 59_999
  assert.equal(taken(), 0)
  now = 60_000
  assert.equal(taken(), 15)
})
