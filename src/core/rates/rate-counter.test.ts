import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingClock } from '#test/clock.ts'
import { MemoryRateCounter } from './rate-counter.ts'

const time = standingClock()

async function hitOnce(counter: MemoryRateCounter, name = 'key:1'): Promise<number> {
  return (await counter.hit([name]))[0] as number
}

test('spec 8.3: requests add up while less than 60 seconds pass between them, however long that goes on', async () => {
  const counter = new MemoryRateCounter()
  for (let i = 1; i <= 10; i++) {
    assert.equal(await hitOnce(counter), i)
    time.now += 59_999
  }
})

test('spec 8.3: a counter left alone for 60 seconds starts again at one', async () => {
  const counter = new MemoryRateCounter()
  await hitOnce(counter)
  assert.equal(await hitOnce(counter), 2)
  time.now += 60_000
  assert.equal(await hitOnce(counter), 1)
})

test('each name has a counter of its own, answered in the order asked for', async () => {
  const counter = new MemoryRateCounter()
  await counter.hit(['ip:a'])
  assert.deepEqual(await counter.hit(['key:1', 'ip:a']), [1, 2])
  time.now += 30_000
  await counter.hit(['ip:a'])
  time.now += 30_000
  assert.deepEqual(await counter.hit(['key:1', 'ip:a']), [1, 4])
})

test('what is taken is counted on all counters or on none, up to their limits, and can be given back', async () => {
  const counter = new MemoryRateCounter()
  const limits = { 'ip:a': 5, 'key:1': 2 }
  const taken = await Promise.all(Array.from({ length: 4 }, () => counter.take(limits)))
  assert.deepEqual(taken, [[1, 1], [2, 2], null, null])
  assert.deepEqual(await counter.peek(['ip:a', 'key:1']), [2, 2])
  await counter.giveBack(['key:1', 'unknown'])
  assert.deepEqual(await counter.take(limits), [3, 2])
  time.now += 60_000
  assert.deepEqual(await counter.take(limits), [1, 1])
})

test('taking does not start the time of a counter again', async () => {
  const counter = new MemoryRateCounter()
  await counter.take({ 'ip:a': 5 })
  time.now += 59_999
  assert.deepEqual(await counter.take({ 'ip:a': 5 }), [2])
  time.now += 1
  assert.deepEqual(await counter.peek(['ip:a']), [0])
})

test('of names that strangers make up, the latest 100,000 are counted; who goes on is not forgotten', async () => {
  const counter = new MemoryRateCounter()
  await counter.hit(['first'])
  await counter.hit(['guesses on'])
  for (let i = 1; i < 100_000; i++) {
    await counter.hit([`made-up-${i}@example.com`])
    if (i % 50_000 === 0) await counter.hit(['guesses on'])
  }
  assert.deepEqual(await counter.peek(['first', 'guesses on', 'made-up-99999@example.com']), [0, 2, 1])
})
