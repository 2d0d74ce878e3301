import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CannedReply, Member } from '../../../api/records.ts'
import { holeIn, suggest } from './suggestions.ts'

const member = (fullName: string, active = true) =>
  ({ id: fullName, fullName, firstName: fullName.split(' ')[0], email: `${fullName}@example.com`, active }) as Member
const canned = [
  { id: '1', shortcut: 'hi', text: 'Hi {{name}}, {{member}} here.', files: [], actions: {} },
  {
    id: '2',
    shortcut: 'returns',
    text: 'Send {{order}} back to {{store}} within 30 days.',
    files: [],
    actions: { tags: ['return'] },
  },
] as unknown as CannedReply[]
const known = {
  canned,
  members: [member('Lin Chu'), member('Linus Gone', false), member('Noor Ali')],
  conversation: { customerName: 'Grace Hopper' },
  me: member('Lin Chu'),
  storeName: 'Acme',
  orderNumber: '#7',
}
const labels = (text: string, isNote = false) => suggest({ text, isNote }, known).map(({ label }) => label)

test('a slash at the beginning offers canned replies, by shortcut or by words', () => {
  assert.deepEqual(labels('/'), ['/hi', '/returns'])
  assert.deepEqual(labels('/ret'), ['/returns'])
  assert.deepEqual(labels('/days'), ['/returns'])
  assert.deepEqual(labels('and/or'), [])
})

test('names are filled in; a contact without one is still greeted', () => {
  assert.equal(suggest({ text: '/hi', isNote: false }, known)[0]?.text, 'Hi Grace, Lin here.')
  const nameless = { ...known, conversation: { customerName: null } }
  assert.equal(suggest({ text: '/hi', isNote: false }, nameless)[0]?.text, 'Hi there, Lin here.')
})

test('the store and the newest order are filled in, what is done along goes along; an unknown order stays to be filled in', () => {
  const [one] = suggest({ text: '/returns', isNote: false }, known)
  assert.deepEqual([one?.text, one?.acts], ['Send #7 back to Acme within 30 days.', { tags: ['return'] }])
  assert.equal(suggest({ text: '/returns', isNote: true }, known)[0]?.acts, undefined, 'an internal note does nothing')
  const [other] = suggest({ text: '/returns', isNote: false }, { ...known, orderNumber: undefined })
  assert.equal(holeIn(other?.text ?? ''), '{{order}}')
  assert.equal(holeIn(one?.text ?? ''), undefined)
})

test('an @ in an internal note offers active members, and keeps the text before it', () => {
  assert.deepEqual(labels('ask @li', true), ['@Lin Chu'])
  assert.deepEqual(labels('ask @li', false), [])
  assert.equal(suggest({ text: 'ask @noo', isNote: true }, known)[0]?.text, 'ask @Noor Ali ')
})
