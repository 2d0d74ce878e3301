import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickAssignee, type TeamMember } from './team.ts'

const member = (id: string, more: Partial<TeamMember> = {}): [string, TeamMember] => [
  id,
  { id, isAvailable: true, openCount: 0, languages: [], ...more },
]
const team = (assignment: 'in_turn' | 'by_load', lastMemberId: string | null = null) => ({
  assignment,
  memberIds: ['a', 'b', 'c'],
  lastMemberId,
})

test('in turn, it continues behind the last one, and around the end; unavailable members are passed over', () => {
  const all = new Map([member('a'), member('b', { isAvailable: false }), member('c')])
  assert.equal(pickAssignee(team('in_turn'), all, null), 'a')
  assert.equal(pickAssignee(team('in_turn', 'a'), all, null), 'c')
  assert.equal(pickAssignee(team('in_turn', 'c'), all, null), 'a')
  assert.equal(pickAssignee(team('in_turn', 'left the team'), all, null), 'a')
})

test('by load, who has the fewest open ones; ties in the team’s order', () => {
  const all = new Map([member('a', { openCount: 3 }), member('b', { openCount: 1 }), member('c', { openCount: 1 })])
  assert.equal(pickAssignee(team('by_load'), all, null), 'b')
  all.set(...member('b', { openCount: 0, isAvailable: false }))
  assert.equal(pickAssignee(team('by_load'), all, null), 'c')
})

test('who speaks the language goes first, and anybody else before nobody', () => {
  const all = new Map([
    member('a', { languages: ['en'] }),
    member('b', { languages: ['de', 'en'], openCount: 9 }),
    member('c', { languages: ['de'], openCount: 8 }),
  ])
  assert.equal(pickAssignee(team('by_load'), all, 'de'), 'c')
  assert.equal(pickAssignee(team('in_turn', 'b'), all, 'de'), 'c')
  assert.equal(pickAssignee(team('in_turn', 'c'), all, 'de'), 'b')
  assert.equal(pickAssignee(team('by_load'), all, 'ja'), 'a')
  all.set(...member('c', { languages: ['de'], isAvailable: false }))
  assert.equal(pickAssignee(team('by_load'), all, 'de'), 'b')
})

test('nobody is next where nobody is free, and who is not of the team never is', () => {
  const none = new Map([member('a', { isAvailable: false }), member('stranger')])
  assert.equal(pickAssignee(team('in_turn'), none, null), undefined)
  assert.equal(pickAssignee(team('by_load'), none, 'de'), undefined)
})
