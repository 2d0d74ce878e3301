import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailsOf, titleOf } from './audit-words.ts'

const entry = (action: string, target: string | null, details: Record<string, unknown> = {}, memberId = 'me') => ({
  action,
  target,
  details,
  memberId,
})
const nameOf = (id: string) => ({ lin: 'Lin Chu', me: 'Me' })[id]

test('an entry names what was changed, whatever it was', () => {
  const cases = [
    [entry('key.deleted', 'k1', { name: 'Warehouse' }), 'API key deleted: Warehouse'],
    [entry('article.saved', 'a1', { question: 'How long?' }), 'Article saved: How long?'],
    [entry('webhook.changed', 'w1', { url: 'example.com', isActive: false }), 'Webhook changed: example.com'],
    [entry('member.invited', 'i1', { email: 'a@b.c', role: 'admin' }), 'Member invited: a@b.c'],
    [entry('member.changed', 'lin', { role: 'admin' }), 'Member changed: Lin Chu'],
    [entry('member.signed_in', 'me', { ipAddress: '127.0.0.1' }), 'Signed in'],
    [entry('conversation.deleted', 'c1'), 'Conversation deleted: c1'],
    [entry('settings.changed', null, { settings: { autoAssign: true } }), 'Settings changed'],
    [entry('something.new_here', 'x'), 'something: new here: x'],
  ] as const
  for (const [one, title] of cases) assert.equal(titleOf(one, nameOf), title)
})

test('what was set to what, a line each, in words', () => {
  assert.deepEqual(detailsOf({ details: { role: 'admin', trialEndsAt: null } }), ['Role: Admin', 'Trial ends at: none'])
  const details = { name: 'A', settings: { autoAssign: true, ai: { enabled: false, topics: ['a', 'b'] }, color: null } }
  assert.deepEqual(detailsOf({ details }), [
    'Assign to the member who replies: on',
    'AI agent › Turned on: off',
    'AI agent › Topics: a, b',
    'Colour: none',
  ])
})
