import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as breathe } from 'node:timers/promises'
import { FairLock } from './fair-lock.ts'

/** A lock with a clock of its own: a turn takes as long as it says. */
function makeLock() {
  let now = 1_000
  const served: string[] = []
  const lock = new FairLock({ now: () => now })
  const take = (shopId: string, ms: number) =>
    lock.exclusive(shopId, async () => {
      await breathe()
      now += ms
      served.push(shopId)
    })
  return { lock, served, take, pass: (ms: number) => (now += ms) }
}

test('stores take turns, however much one has in line', async () => {
  const { served, take } = makeLock()
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((shopId) => take(shopId, 0)))
  assert.deepEqual(served, ['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('who had a long turn lets a request of several turns go first, between which nothing waits', async () => {
  const { served, take } = makeLock()
  const long = [take('loud', 100), take('loud', 100), take('loud', 100)]
  const request = async () => {
    for (let i = 0; i < 5; i++) {
      await take('quiet', 2)
      await breathe()
    }
  }
  await Promise.all([request(), ...long])
  assert.deepEqual(served, ['loud', ...Array(5).fill('quiet'), 'loud', 'loud'])
})

test('nobody lets others go first for longer than their own turn took, or waits for who does not come back', async () => {
  const { served, take, pass } = makeLock()
  const more = async (shopId: string, count: number, ms: number) => {
    for (let i = 0; i < count; i++) await take(shopId, ms)
  }
  await Promise.all([more('loud', 2, 20), more('quiet', 20, 5)])
  assert.ok(served.lastIndexOf('loud') <= 6, served.join(' '))
  const last = [take('quiet', 1), take('loud', 20), take('loud', 20)]
  await last[0]
  pass(5)
  await Promise.all(last)
})

test('a single statement sent ahead is not charged for those before it', async () => {
  const { lock, served, take, pass } = makeLock()
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const both = [lock.shared('loud', () => first.promise), lock.shared('quiet', () => second.promise)]
  const waiting = [take('loud', 1), take('quiet', 1)]
  pass(100)
  first.resolve()
  await both[0]
  pass(1)
  second.resolve()
  await Promise.all([...both, ...waiting])
  assert.deepEqual(served, ['quiet', 'loud'])
})

test('work that throws ends its turn', async () => {
  const { lock, take } = makeLock()
  await assert.rejects(
    lock.exclusive('a', () => {
      throw new Error('no')
    }),
    /no/,
  )
  await take('b', 0)
})
