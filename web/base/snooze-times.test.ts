import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snoozeTimes, toField } from './snooze-times.ts'

const fields = (now: Date) =>
  Object.fromEntries(Object.entries(snoozeTimes(now)).map(([name, time]) => [name, time && toField(time)]))

test('a Wednesday morning: three hours on, tomorrow, Monday', () => {
  assert.deepEqual(fields(new Date(2026, 2, 4, 10, 20)), {
    laterToday: '2026-03-04T13:30',
    tomorrow: '2026-03-05T09:00',
    nextWeek: '2026-03-09T09:00',
  })
})

test('in the evening there is no later today; on a Sunday, next week is tomorrow; on a Monday, in seven days', () => {
  assert.equal(fields(new Date(2026, 2, 4, 18, 1)).laterToday, null)
  assert.equal(fields(new Date(2026, 2, 4, 23, 59)).laterToday, null)
  assert.deepEqual(fields(new Date(2026, 2, 8, 10)), {
    laterToday: '2026-03-08T13:00',
    tomorrow: '2026-03-09T09:00',
    nextWeek: null,
  })
  assert.equal(fields(new Date(2026, 2, 9, 10)).nextWeek, '2026-03-16T09:00')
})

test('months and years end', () => {
  assert.equal(fields(new Date(2026, 11, 31, 12)).tomorrow, '2027-01-01T09:00')
})
