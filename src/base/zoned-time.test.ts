import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween, inZone, isDay, momentIn, weekdayOf } from './zoned-time.ts'

const at = (day: string, time?: string, zone = 'Europe/Berlin') => momentIn(zone, day, time).toISOString()

test('a day’s time is found by the clocks of its zone, over their changes', () => {
  assert.equal(at('2026-01-05', '09:00'), '2026-01-05T08:00:00.000Z')
  assert.equal(at('2026-07-05'), '2026-07-04T22:00:00.000Z')
  assert.equal(at('2026-03-29', '02:30'), '2026-03-29T01:30:00.000Z') // left out: half past three
  assert.equal(at('2026-03-29', '09:00'), '2026-03-29T07:00:00.000Z')
  assert.equal(at('2026-10-25', '02:30'), '2026-10-25T00:30:00.000Z') // the first of two
  assert.equal(at('2026-10-25', '03:30'), '2026-10-25T02:30:00.000Z')
  assert.equal(at('2026-06-01', '09:00', 'Pacific/Auckland'), '2026-05-31T21:00:00.000Z')
  assert.equal(at('2026-06-01', '09:00', 'Asia/Kolkata'), '2026-06-01T03:30:00.000Z')
  assert.equal(at('2026-06-01', '09:00', 'America/Los_Angeles'), '2026-06-01T16:00:00.000Z')
})

test('a moment has its day and time there', () => {
  assert.deepEqual(inZone(new Date('2026-05-31T23:30:15Z'), 'Europe/Berlin'), { day: '2026-06-01', time: '01:30' })
  assert.deepEqual(inZone(new Date('2026-05-31T23:30:15Z'), 'America/New_York'), { day: '2026-05-31', time: '19:30' })
})

test('days are counted by the calendar', () => {
  assert.equal(addDays('2026-02-27', 2), '2026-03-01')
  assert.deepEqual([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')], [1, 7])
  assert.deepEqual(daysBetween('2026-12-31', '2027-01-01'), ['2026-12-31', '2027-01-01'])
  assert.deepEqual(daysBetween('2026-12-31', '2026-12-30'), [])
  assert.deepEqual(['2026-02-29', '2026-2-1', 'today', '2024-02-29'].map(isDay), [false, false, false, true])
})
