import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInHours } from './hours.ts'

const hours = {
  timeZone: 'Europe/Berlin',
  open: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  closed: ['2026-12-25'],
}
const isOpen = (time: string) => isInHours(new Date(time), hours)

test('opening hours are on the store’s clock, by weekday, without days that are listed as closed', () => {
  assert.equal(isOpen('2026-11-23T07:59:00Z'), false)
  assert.equal(isOpen('2026-11-23T08:00:00Z'), true)
  assert.equal(isOpen('2026-11-23T15:59:00Z'), true)
  assert.equal(isOpen('2026-11-23T16:00:00Z'), false)
  assert.equal(isOpen('2026-07-20T07:00:00Z'), true, 'in summer an hour earlier')
  assert.equal(isOpen('2026-11-22T12:00:00Z'), false, 'a Sunday')
  assert.equal(isOpen('2026-12-25T12:00:00Z'), false)
})
