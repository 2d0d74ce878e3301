import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendDays } from './send-times.ts'

const days = (at: string, zone = 'Europe/Berlin') => sendDays(new Date(at), zone)

test('tomorrow and Monday are those of the store’s clocks', () => {
  assert.deepEqual(days('2026-11-25T12:00:00Z'), { tomorrow: '2026-11-26', monday: '2026-11-30' })
  assert.deepEqual(days('2026-11-23T12:00:00Z'), { tomorrow: '2026-11-24', monday: '2026-11-30' })
  assert.deepEqual(days('2026-11-29T12:00:00Z'), { tomorrow: '2026-11-30', monday: null })
  // Monday already there, Sunday here.
  assert.deepEqual(days('2026-11-29T23:30:00Z'), { tomorrow: '2026-12-01', monday: '2026-12-07' })
  assert.deepEqual(days('2026-11-29T23:30:00Z', 'America/New_York'), { tomorrow: '2026-11-30', monday: null })
})
