import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AttemptOutcome, describeOutcome, nextStep } from './next-step.ts'

const delaysMs = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]
const endedAt = new Date('2026-01-01T00:00:00Z')
const after = (outcome: AttemptOutcome, attempt = 1, chance = 0) =>
  nextStep(outcome, attempt, { delaysMs, endedAt, chance })
const response = (status: number): AttemptOutcome => ({ kind: 'response', status })

for (const status of [200, 201, 204, 299]) {
  test(`${status} delivers, on the first attempt and on the last`, () => {
    assert.deepEqual(after(response(status)), { status: 'delivered' })
    assert.deepEqual(after(response(status), 7), { status: 'delivered' })
  })
}

for (const status of [301, 302, 307, 308, 400, 401, 403, 404, 409, 429]) {
  test(`${status} is dropped, never retried, and disables nothing`, () => {
    assert.deepEqual(after(response(status)), { status: 'dropped', disable: null })
    assert.deepEqual(after(response(status), 7), { status: 'dropped', disable: null })
  })
}

test('an answer 410 is dropped and disables the subscription with its queue', () => {
  assert.deepEqual(after(response(410)), { status: 'dropped', disable: 'cancel-queue' })
})

for (const outcome of [
  response(500),
  response(503),
  response(599),
  { kind: 'timeout' },
  { kind: 'network', reason: 'reset' },
] as AttemptOutcome[]) {
  test(`spec 6.4.2, 8.17: ${JSON.stringify(outcome)} is retried after each of the six waits and fails on the seventh`, () => {
    for (const [i, wait] of delaysMs.entries()) {
      assert.deepEqual(after(outcome, i + 1), { status: 'retry', at: new Date(endedAt.getTime() + wait) })
    }
    assert.deepEqual(after(outcome, 7), { status: 'failed', disable: 'hold-queue' })
  })
}

test('jitter adds at most a tenth and never takes away', () => {
  assert.deepEqual(after({ kind: 'timeout' }, 1, 1), { status: 'retry', at: new Date(endedAt.getTime() + 11_000) })
  assert.deepEqual(after({ kind: 'timeout' }, 1, 0.5), { status: 'retry', at: new Date(endedAt.getTime() + 10_500) })
})

test('the whole schedule takes about nine hours', () => {
  const total = delaysMs.reduce((sum, wait) => sum + wait, 0)
  assert.ok(total > 8.5 * 3_600_000 && total < 9 * 3_600_000)
})

test('outcomes are told in words', () => {
  assert.equal(describeOutcome(response(204), 10_000), null)
  assert.equal(describeOutcome(response(302), 10_000), 'The endpoint answered 302. Redirects are not followed.')
  assert.equal(describeOutcome({ kind: 'timeout' }, 10_000), 'No answer within 10 s.')
})
