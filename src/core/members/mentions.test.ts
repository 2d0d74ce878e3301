import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member } from './members.ts'
import { mentionedIn } from './mentions.ts'

const member = (id: string, fullName: string, active = true) => ({ id, fullName, active }) as Member
const team = [
  member('ann', 'Ann'),
  member('ann lee', 'Ann Lee'),
  member('zoe', 'Zoë Ö.'),
  member('gone', 'Gone Girl', false),
  member('mail', 'lin@example.com'),
  member('twin', 'Ann Lee'),
]
const ids = (text: string) => mentionedIn(text, team).map(({ id }) => id)

test('a name after an @ is a mention: the longest that fits, in any case, whatever follows it', () => {
  assert.deepEqual(ids('@Ann, can you?'), ['ann'])
  assert.deepEqual(ids('ask @ann lee about it'), ['ann lee', 'twin'])
  assert.deepEqual(ids('(@Zoë Ö.) and @Ann'), ['zoe', 'ann'])
  assert.deepEqual(ids('@lin@example.com?'), ['mail'])
  assert.deepEqual(ids('@Ann @Ann @ANN'), ['ann'])
})

test('part of a word, an address, or an inactive member is not a mention', () => {
  for (const text of ['@Annabel', 'me@Ann', 'Ann', '@ Ann', '@Gone Girl', '@nobody', ''])
    assert.deepEqual(ids(text), [])
})
