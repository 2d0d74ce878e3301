import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backlogOf, daysOf } from './backlog.ts'

test('the days of a span are those of the time zone, over changes of clocks, and none to come', () => {
  const days = (from: string, to: string, now = '2027-01-01T00:00:00Z') =>
    daysOf(new Date(from), new Date(to), 'Europe/Berlin', new Date(now))
  assert.deepEqual(days('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z'), ['2026-03-28', '2026-03-29', '2026-03-30'])
  assert.deepEqual(days('2026-10-23T22:00:00Z', '2026-10-26T23:00:00Z'), ['2026-10-24', '2026-10-25', '2026-10-26'])
  assert.deepEqual(days('2026-05-01T00:00:00Z', '2026-05-09T00:00:00Z', '2026-05-02T12:00:00Z'), [
    '2026-05-01',
    '2026-05-02',
  ])
})

test('what was open at a day’s end is counted back from what is open now', () => {
  const days = [
    { day: '2026-05-01', began: 5, resolved: 0 },
    { day: '2026-05-03', began: 1, resolved: 2 },
    { day: '2026-05-09', began: 2, resolved: 3 },
  ]
  assert.deepEqual(backlogOf(['2026-05-01', '2026-05-02', '2026-05-03'], { openNow: 10, days }), [
    { key: '2026-05-01', resolved: 0, open: 12 },
    { key: '2026-05-02', resolved: 0, open: 12 },
    { key: '2026-05-03', resolved: 2, open: 11 },
  ])
})
