import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingClock } from '#test/clock.ts'
import { MemoryRateCounter } from './rate-counter.ts'

const time = standingClock()

async function hitOnce(counter: MemoryRateCounter, name = 'key:1'): Promise<number> {
  return (await counter.hit([name]))[0] as number
}

test('8 requests add up while less than 60 seconds pass between them, however long that goes on', async () => {
  const counter = new MemoryRateCounter()
  for (let i = 1; i <= 10; i++) {
    assert.equal(await hitOnce(counter), i)
    time.now += 59_999
  }
})

test('8 a counter left alone for 60 seconds starts again at one', async () => {
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
