import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Budget } from './budget.ts'

test('no more is held at a time than allowed, in the order it was asked for; what is too large comes alone', async () => {
  const budget = new Budget(10)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const hold = (bytes: number) =>
    budget.hold(bytes, () => {
      begun.push(bytes)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [6, 3, 2, 50, 1].map(hold)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  await turn()
  assert.deepEqual(begun, [6, 3])
  ends[0]?.()
  await turn()
  assert.deepEqual(begun, [6, 3, 2])
  ends[1]?.()
  ends[2]?.()
  await turn()
  assert.deepEqual(begun, [6, 3, 2, 50])
  ends[3]?.()
  await turn()
  ends[4]?.()
  await Promise.all(all)
  assert.deepEqual(begun, [6, 3, 2, 50, 1])
})

test('work that fails gives its bytes back', async () => {
  const budget = new Budget(10)
  await assert.rejects(
    budget.hold(10, () => Promise.reject(new Error('failed'))),
    /failed/,
  )
  assert.equal(await budget.hold(10, () => Promise.resolve('done')), 'done')
})
