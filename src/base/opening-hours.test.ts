import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterOpenTime, isOpenAt, nextOpening, openTimeBetween } from './opening-hours.ts'

const hours = {
  timeZone: 'Europe/Berlin',
  open: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  closed: ['2026-12-25'],
}
const isOpen = (time: string) => isOpenAt(new Date(time), hours)

test('opening hours are on the store’s clock, by weekday, without days that are listed as closed', () => {
  assert.equal(isOpen('2026-11-23T07:59:00Z'), false)
  assert.equal(isOpen('2026-11-23T08:00:00Z'), true)
  assert.equal(isOpen('2026-11-23T15:59:00Z'), true)
  assert.equal(isOpen('2026-11-23T16:00:00Z'), false)
  assert.equal(isOpen('2026-07-20T07:00:00Z'), true, 'in summer an hour earlier')
  assert.equal(isOpen('2026-11-22T12:00:00Z'), false, 'a Sunday')
  assert.equal(isOpen('2026-12-25T12:00:00Z'), false)
})

test('open time goes on where it stopped: over nights, weekends, closed days, and changes of the clock', () => {
  const after = (from: string, minutes: number, more = {}) =>
    afterOpenTime(new Date(from), minutes * 60_000, { ...hours, ...more }).toISOString()
  assert.equal(after('2026-11-23T08:00:00Z', 60), '2026-11-23T09:00:00.000Z')
  assert.equal(after('2026-11-23T15:30:00Z', 60), '2026-11-24T08:30:00.000Z', 'over a night')
  assert.equal(after('2026-11-27T15:30:00Z', 60), '2026-11-30T08:30:00.000Z', 'over a weekend')
  assert.equal(after('2026-11-23T03:00:00Z', 480), '2026-11-23T16:00:00.000Z', 'a whole day, to its last minute')
  assert.equal(after('2026-12-24T15:30:00Z', 60), '2026-12-28T08:30:00.000Z', 'over a closed day and a weekend')
  assert.equal(after('2026-03-27T15:30:00Z', 60), '2026-03-30T07:30:00.000Z', 'the clocks go forward on the 29th')
  const split = [
    { days: [1], from: '14:00', to: '18:00' },
    { days: [1], from: '09:00', to: '12:00' },
    { days: [1], from: '11:00', to: '15:00' },
  ]
  assert.equal(after('2026-11-23T10:30:00Z', 240, { open: split }), '2026-11-23T14:30:00.000Z', 'rows that overlap')
  assert.equal(afterOpenTime(new Date('2026-11-23T03:00:00Z'), 60_000, null).toISOString(), '2026-11-23T03:01:00.000Z')
})

test('what is never reached within a year has an end, too', () => {
  const rare = { ...hours, open: [{ days: [1], from: '09:00', to: '09:01' }] }
  assert.ok(afterOpenTime(new Date('2026-11-23T03:00:00Z'), 30 * 24 * 3_600_000, rare) > new Date('2027-12-01'))
  assert.ok(afterOpenTime(new Date('2026-11-23T03:00:00Z'), 60_000, { ...hours, open: [] }) > new Date('2026-11-23'))
})

test('open time between two times is the way back', () => {
  const between = (from: string, to: string) => openTimeBetween(new Date(from), new Date(to), hours) / 60_000
  assert.equal(between('2026-11-23T15:30:00Z', '2026-11-24T08:30:00Z'), 60)
  assert.equal(between('2026-11-27T15:30:00Z', '2026-11-29T12:00:00Z'), 30)
  assert.equal(between('2026-11-28T10:00:00Z', '2026-11-28T12:00:00Z'), 0)
  assert.equal(openTimeBetween(new Date(0), new Date(5_000), null), 5_000)
})

test('the next opening is null while the store is open, and at most eight days away', () => {
  const next = (iso: string, more = {}) => nextOpening(new Date(iso), { ...hours, ...more })?.toISOString() ?? null
  assert.equal(next('2026-11-23T08:00:00Z'), null) // Monday, 9 in Berlin
  assert.equal(next('2026-11-23T07:59:00Z'), '2026-11-23T08:00:00.000Z')
  assert.equal(next('2026-11-23T16:00:00Z'), '2026-11-24T08:00:00.000Z')
  assert.equal(next('2026-11-28T12:00:00Z'), '2026-11-30T08:00:00.000Z', 'a Saturday')
  assert.equal(next('2026-12-24T18:00:00Z'), '2026-12-28T08:00:00.000Z', 'over a closed day')
  assert.equal(next('2026-03-28T12:00:00Z'), '2026-03-30T07:00:00.000Z', 'the clocks go forward on the 29th')
  assert.equal(next('2026-11-23T08:00:00Z', { open: [] }), null)
  const split = [
    { days: [1], from: '14:00', to: '18:00' },
    { days: [1], from: '09:00', to: '12:00' },
  ]
  assert.equal(next('2026-11-23T11:30:00Z', { open: split }), '2026-11-23T13:00:00.000Z')
  assert.equal(next('2026-11-23T06:00:00Z', { open: split }), '2026-11-23T08:00:00.000Z')
  assert.equal(next('2026-11-24T06:00:00Z', { open: split, closed: ['2026-11-30'] }), null, 'thirteen days away')
})

test('a day ends at 24:00, which forms write as 23:59, and all days together have no gap', () => {
  const week = [1, 2, 3, 4, 5, 6, 7]
  for (const to of ['23:59', '24:00']) {
    const always = { timeZone: 'UTC', open: [{ days: week, from: '00:00', to }] }
    assert.equal(isOpenAt(new Date('2026-11-23T23:59:59.999Z'), always), true)
    assert.equal(
      afterOpenTime(new Date('2026-11-23T12:00:00Z'), 86_400_000, always).toISOString(),
      '2026-11-24T12:00:00.000Z',
    )
    assert.equal(nextOpening(new Date('2026-11-23T23:59:30Z'), always), null)
  }
})

test('a night goes on into the next day, also where that one is closed', () => {
  const night = { timeZone: 'Europe/Berlin', open: [{ days: [1], from: '22:00', to: '02:00' }], closed: ['2026-12-25'] }
  const isNight = (time: string) => isOpenAt(new Date(time), night)
  assert.deepEqual(
    ['2026-11-23T20:59Z', '2026-11-23T21:00Z', '2026-11-23T23:30Z', '2026-11-24T00:59Z', '2026-11-24T01:00Z'].map(
      isNight,
    ),
    [false, true, true, true, false],
  )
  const from = new Date('2026-11-23T23:00:00Z') // midnight in Berlin: two hours before the night ends
  assert.equal(afterOpenTime(from, 2 * 3_600_000, night).toISOString(), '2026-11-24T01:00:00.000Z')
  assert.equal(openTimeBetween(from, new Date('2026-11-30T22:00:00Z'), night) / 3_600_000, 3)
  assert.equal(nextOpening(new Date('2026-11-24T00:30:00Z'), night), null)
  assert.equal(nextOpening(new Date('2026-11-24T01:00:00Z'), night)?.toISOString(), '2026-11-30T21:00:00.000Z')
})
