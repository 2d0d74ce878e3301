import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CannedReply, Member } from '../../../api/records.ts'
import { suggest } from './suggestions.ts'

const member = (fullName: string, active = true) =>
  ({ id: fullName, fullName, firstName: fullName.split(' ')[0], email: `${fullName}@example.com`, active }) as Member
const canned = [
  { id: '1', shortcut: 'hi', text: 'Hi {{name}}, {{member}} here.' },
  { id: '2', shortcut: 'returns', text: 'Send it back within 30 days.' },
] as CannedReply[]
const known = {
  canned,
  members: [member('Lin Chu'), member('Linus Gone', false), member('Noor Ali')],
  conversation: { customerName: 'Grace Hopper' },
  me: member('Lin Chu'),
}
const labels = (text: string, isNote = false) => suggest({ text, isNote }, known).map(({ label }) => label)

test('a slash at the beginning offers canned replies, by shortcut or by words', () => {
  assert.deepEqual(labels('/'), ['/hi', '/returns'])
  assert.deepEqual(labels('/ret'), ['/returns'])
  assert.deepEqual(labels('/days'), ['/returns'])
  assert.deepEqual(labels('and/or'), [])
})

test('names are filled in; a contact without one is greeted all the same', () => {
  assert.equal(suggest({ text: '/hi', isNote: false }, known)[0]?.text, 'Hi Grace, Lin here.')
  const nameless = { ...known, conversation: { customerName: null } }
  assert.equal(suggest({ text: '/hi', isNote: false }, nameless)[0]?.text, 'Hi there, Lin here.')
})

test('an @ in an internal note offers active members, and keeps the text before it', () => {
  assert.deepEqual(labels('ask @li', true), ['@Lin Chu'])
  assert.deepEqual(labels('ask @li', false), [])
  assert.equal(suggest({ text: 'ask @noo', isNote: true }, known)[0]?.text, 'ask @Noor Ali ')
})
