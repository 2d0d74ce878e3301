import assert from 'node:assert/strict'
import { test } from 'node:test'
import { underLease } from './under-lease.ts'

test('a lease is renewed well before it ends until the work is done, also after a renewal that failed', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const ends: number[] = []
  const renew = async (leaseEnd: Date) => {
    ends.push(leaseEnd.getTime())
    throw new Error('the database is busy')
  }
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = underLease(9_000, renew, () => promise)
  for (let seconds = 0; seconds < 10; seconds++) t.mock.timers.tick(1_000)
  assert.deepEqual(ends, [12_000, 15_000, 18_000])
  resolve('done')
  assert.equal(await work, 'done')
  t.mock.timers.tick(60_000)
  assert.equal(ends.length, 3)
})

test('a lease is not renewed after the work has failed', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  let renewals = 0
  const renew = async () => void renewals++
  await assert.rejects(
    underLease(9_000, renew, () => Promise.reject(new Error('gone'))),
    /gone/,
  )
  t.mock.timers.tick(60_000)
  assert.equal(renewals, 0)
})
