import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clock } from '#base/clock.ts'
import { standingClock } from '#test/clock.ts'
import { Bus } from './bus/bus.ts'
import { TenantCache } from './tenant-cache.ts'

const time = standingClock()

/** A memory of something that can change, and how often it was read. */
function setUp() {
  const bus = new Bus()
  const memory = new TenantCache(bus)
  const state = { value: 'old', reads: 0, bytes: 10 }
  const recall = (shopId = 'a') =>
    memory.recall('rules', shopId, async () => {
      state.reads++
      const { value, bytes } = state
      await Promise.resolve()
      return { value, bytes }
    })
  return { bus, state, recall }
}

test('what was read is remembered for each store until its signal, or a minute has passed', async () => {
  const { bus, state, recall } = setUp()
  await recall()
  await recall()
  assert.equal(state.reads, 1)
  await recall('b')
  assert.equal(state.reads, 2)
  state.value = 'new'
  bus.publish('b', { kind: 'rules' })
  assert.deepEqual([await recall(), await recall('b')], ['old', 'new'])
  bus.publish('a', { kind: 'views' })
  assert.equal(await recall(), 'old', 'another signal')
  time.now += 60_000
  assert.equal(clock.now(), time.now)
  assert.equal(await recall(), 'new')
})

test('a read that a signal overtakes is answered, and not kept', async () => {
  const { bus, state, recall } = setUp()
  const early = recall()
  state.value = 'new'
  bus.publish('a', { kind: 'rules' })
  assert.equal(await early, 'old')
  assert.equal(await recall(), 'new')
})

test('where it takes too much, what was read longest ago is forgotten', async () => {
  const { state, recall } = setUp()
  state.bytes = 40 * 1024 * 1024
  await recall('a')
  await recall('b')
  await recall('b')
  assert.equal(state.reads, 2)
  await recall('a')
  assert.equal(state.reads, 3)
})

test('a read that fails is not remembered', async () => {
  const memory = new TenantCache(new Bus())
  const fail = () => memory.recall('rules', 'a', () => Promise.reject(new Error('away')))
  await assert.rejects(fail, /away/)
  assert.equal(await memory.recall('rules', 'a', async () => ({ value: 1, bytes: 1 })), 1)
})
