import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueIn } from './due-words.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const of = (dueAt: string) => {
  const { text, urgency } = dueIn(`2026-11-${dueAt}Z`, now)
  return `${text}, ${urgency}`
}

test('a clock counts down to the time and on from it, and never tells of more than is left', () => {
  assert.equal(of('30T12:00:00'), '7 d left, calm')
  assert.equal(of('24T18:00:00'), '30 h left, calm')
  assert.equal(of('23T13:01:00'), '1 h 1 min left, calm')
  assert.equal(of('23T15:59:00'), '3 h 59 min left, calm')
  assert.equal(of('23T12:16:00'), '16 min left, calm')
  assert.equal(of('23T12:15:00'), '15 min left, soon')
  assert.equal(of('23T12:00:20'), '1 min left, soon')
  assert.equal(of('23T12:00:00'), '1 min overdue, late')
  assert.equal(of('23T09:30:00'), '2 h 30 min overdue, late')
  assert.equal(of('20T12:00:00'), '3 d overdue, late')
})
