import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alongOf } from './reply-acts.ts'

test('actions of a reply are sent with the sender and their clock; late in the evening, later today is tomorrow', () => {
  const now = new Date(2026, 2, 4, 10)
  const along = alongOf({ tags: ['a'], assigneeId: 'me', snooze: 'laterToday' }, 'lin', now)
  assert.deepEqual(along, { tags: ['a'], memberId: 'lin', snoozedUntil: new Date(2026, 2, 4, 13).toISOString() })
  const late = alongOf({ assigneeId: 'nobody', snooze: 'laterToday' }, 'lin', new Date(2026, 2, 4, 22))
  assert.deepEqual(late, { memberId: null, snoozedUntil: new Date(2026, 2, 5, 9).toISOString() })
  assert.deepEqual(alongOf({ assigneeId: 'noor', status: 'resolved' }, 'lin', now), {
    memberId: 'noor',
    status: 'resolved',
  })
  assert.deepEqual(alongOf({ teamId: 'returns' }, 'lin', now), { teamId: 'returns' })
  assert.deepEqual(alongOf({}, 'lin', now), {})
})
