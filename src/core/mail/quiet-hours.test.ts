import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimeZone } from '#base/zoned-time.ts'
import { quietEnd } from './quiet-hours.ts'

const night = { quietFrom: 22 * 60, quietUntil: 7 * 60, timeZone: 'Europe/Berlin' }
const endOf = (now: string, hours: object = {}) => quietEnd(new Date(now), { ...night, ...hours })?.toISOString()

test('hours over midnight and within a day, in the member’s time zone', () => {
  assert.equal(endOf('2026-01-10T20:59:59Z'), undefined)
  assert.equal(endOf('2026-01-10T21:00:30Z'), '2026-01-11T06:00:00.000Z')
  assert.equal(endOf('2026-01-11T05:59:59Z'), '2026-01-11T06:00:00.000Z')
  assert.equal(endOf('2026-01-11T06:00:00Z'), undefined)
  const noon = { quietFrom: 12 * 60, quietUntil: 13 * 60 + 30, timeZone: 'Asia/Kathmandu' }
  assert.equal(endOf('2026-01-11T06:15:00Z', noon), '2026-01-11T07:45:00.000Z')
  assert.equal(endOf('2026-01-11T07:45:00Z', noon), undefined)
})

test('a clock that is changed in the night', () => {
  assert.equal(endOf('2026-03-28T22:00:00Z'), '2026-03-29T05:00:00.000Z')
  assert.equal(endOf('2026-10-24T22:00:00Z'), '2026-10-25T06:00:00.000Z')
})

test('no hours, or none between them: nothing is quiet', () => {
  assert.equal(endOf('2026-01-10T23:00:00Z', { quietFrom: null, quietUntil: null }), undefined)
  assert.equal(endOf('2026-01-10T23:00:00Z', { quietFrom: 60, quietUntil: 60 }), undefined)
})

test('time zones', () => {
  assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Olympus', '', '+05:30'].map(isTimeZone), [
    true,
    true,
    false,
    false,
    false,
  ])
})
