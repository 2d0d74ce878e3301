import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opening } from './hours.ts'

const hours = { timeZone: 'Europe/Berlin', open: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' }] }
const at = (iso: string) => Date.parse(iso)
const next = (iso: string, more = {}) => {
  const { isOpen, next: moment } = opening({ ...hours, ...more }, at(iso))
  return isOpen ? 'open' : moment === null ? null : new Date(moment).toISOString()
}

test('open and closed, by the store’s clock, whatever the shopper’s is', () => {
  assert.equal(next('2026-11-23T08:00:00Z'), 'open') // Monday, 9 in Berlin
  assert.equal(next('2026-11-23T07:59:00Z'), '2026-11-23T08:00:00.000Z')
  assert.equal(next('2026-11-23T16:30:00Z'), '2026-11-24T08:00:00.000Z')
  assert.equal(next('2026-11-28T12:00:00Z'), '2026-11-30T08:00:00.000Z') // Saturday
})

test('days that are closed are left out; summer time is the zone’s', () => {
  assert.equal(next('2026-12-24T18:00:00Z', { closed: ['2026-12-25'] }), '2026-12-28T08:00:00.000Z')
  assert.equal(next('2026-03-28T12:00:00Z'), '2026-03-30T07:00:00.000Z') // the clocks go forward on the 29th
})

test('no hours at all, two rows of a day, and a zone nobody knows', () => {
  assert.equal(next('2026-11-23T08:00:00Z', { open: [] }), null)
  const split = [
    { days: [1], from: '14:00', to: '18:00' },
    { days: [1], from: '09:00', to: '12:00' },
  ]
  assert.equal(next('2026-11-23T11:30:00Z', { open: split }), '2026-11-23T13:00:00.000Z')
  assert.equal(next('2026-11-23T06:00:00Z', { open: split }), '2026-11-23T08:00:00.000Z')
  assert.equal(next('2026-11-23T08:00:00Z', { timeZone: 'Mars/Base' }), 'open')
})
