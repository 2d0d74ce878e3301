import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { clock } from '#base/clock.ts'
import { MemoryRateCounter } from './rate-counter.ts'

const realNow = clock.now
let now = 0
beforeEach(() => {
  now = 1_000_000
  clock.now = () => now
})
afterEach(() => {
  clock.now = realNow
})

async function hitOnce(counter: MemoryRateCounter, name = 'key:1'): Promise<number> {
  return (await counter.hit([name]))[0] as number
}

test('requests add up while less than 60 seconds pass between them, however long that goes on', async () => {
  const counter = new MemoryRateCounter()
  for (let i = 1; i <= 10; i++) {
    assert.equal(await hitOnce(counter), i)
    now += 59_999
  }
})

test('a counter left alone for 60 seconds starts again at one', async () => {
  const counter = new MemoryRateCounter()
  await hitOnce(counter)
  assert.equal(await hitOnce(counter), 2)
  now += 60_000
  assert.equal(await hitOnce(counter), 1)
})

test('each name has a counter of its own, answered in the order asked for', async () => {
  const counter = new MemoryRateCounter()
  await counter.hit(['ip:a'])
  assert.deepEqual(await counter.hit(['key:1', 'ip:a']), [1, 2])
  now += 30_000
  await counter.hit(['ip:a'])
  now += 30_000
  assert.deepEqual(await counter.hit(['key:1', 'ip:a']), [1, 4])
})
