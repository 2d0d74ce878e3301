import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRetryAfter } from './push-sender.ts'

test('reads how long a push service wants to be left alone: seconds or a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  assert.equal(readRetryAfter('120', now), 120_000)
  assert.equal(readRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000)
  assert.equal(readRetryAfter('Wed, 31 Dec 2025 00:01:00 GMT', now), 0)
  for (const text of [null, '', 'soon', '-1', '1e99']) assert.equal(readRetryAfter(text, now), null, String(text))
})
