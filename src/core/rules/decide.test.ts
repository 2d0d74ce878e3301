import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWords, matchesConditions } from './conditions.ts'
import { type ActiveRule, decide, type RuleMember, type RuleState } from './decide.ts'

const state: RuleState = {
  channel: 'email',
  customerType: 'guest',
  text: 'I want a refund, please',
  language: 'en',
  isInHours: null,
  tags: ['vip'],
  memberId: null,
  teamId: null,
  isChatBot: false,
  orderStates: ['open', 'paid'],
  status: 'open',
  isSnoozed: false,
  isRead: true,
  isStarred: false,
  priority: 'normal',
  segments: ['seg-vip'],
}
const rule = (more: Partial<ActiveRule>): ActiveRule => ({
  id: 'r',
  name: 'Rule',
  isOn: true,
  trigger: { on: 'message' },
  match: 'all',
  conditions: [],
  actions: [{ do: 'star' }],
  stopProcessing: false,
  lastMemberId: null,
  ...more,
})
const member = (more: Partial<RuleMember> = {}) => ({ isActive: true, isAvailable: true, openCount: 0, ...more })
const MESSAGE = { kinds: ['message'] as const }
const run = (rules: ActiveRule[], team: Record<string, RuleMember> = {}, from = state) =>
  decide(rules, MESSAGE, from, new Map(Object.entries(team)), new Map([['sales', { memberIds: ['ann'] }]]))

test('each condition holds where one of its values fits, and its opposite where none does', () => {
  const cases = [
    ['channel', ['email', 'online_store'], true],
    ['channel', ['online_store'], false],
    ['language', ['en'], true],
    ['language', ['de'], false],
    ['words', ['refund'], true],
    ['words', ['exchange'], false],
    ['tags', ['vip', 'x'], true],
    ['tags', ['x'], false],
    ['contact', ['guest'], true],
    ['contact', ['customer'], false],
    ['assignee', ['nobody'], true],
    ['assignee', ['somebody'], false],
    ['holder', ['team'], true],
    ['holder', ['ai_agent'], false],
    ['order', ['PAID'], true],
    ['order', ['shipped'], false],
    ['segment', ['seg-new', 'seg-vip'], true],
    ['segment', ['seg-new'], false],
  ] as const
  for (const [about, values, expected] of cases) {
    for (const not of [false, true]) {
      const found = matchesConditions({ match: 'all', conditions: [{ about, not, values: [...values] }] }, state)
      assert.equal(found, expected !== not, `${about} ${not ? 'not ' : ''}${values}`)
    }
  }
})

test('a store without opening hours is neither in nor out of them', () => {
  const about = (isInHours: boolean | null, not: boolean) =>
    matchesConditions({ match: 'all', conditions: [{ about: 'hours', not, values: ['closed'] }] }, { isInHours })
  assert.deepEqual([about(false, false), about(true, false), about(true, true)], [true, false, true])
  assert.deepEqual([about(null, false), about(null, true)], [false, false])
})

test('what is not known yet decides nothing; what is known may be enough', () => {
  const conditions = [
    { about: 'channel' as const, not: false, values: ['email'] },
    { about: 'tags' as const, not: false, values: ['vip'] },
  ]
  assert.equal(matchesConditions({ match: 'all', conditions }, { channel: 'email' }), null)
  assert.equal(matchesConditions({ match: 'all', conditions }, { channel: 'online_store' }), false)
  assert.equal(matchesConditions({ match: 'any', conditions }, { channel: 'email' }), true)
  assert.equal(matchesConditions({ match: 'any', conditions }, { channel: 'online_store' }), null)
})

test('words are found at the beginnings of words, in either case, in scripts without spaces anywhere', () => {
  assert.ok(hasWords('REFUNDS!', ['refund']))
  assert.ok(!hasWords('prerefund', ['refund']))
  assert.ok(hasWords('prerefund refund', ['refund']))
  assert.ok(hasWords('Über die Größe', ['größe']))
  assert.ok(hasWords('これは返品です', ['返品']))
  assert.ok(hasWords('where is my order?', ['where is']))
  assert.ok(!hasWords('anything', ['', ' ']))
})

test('rules have their turns in order, see what those before did, and end at one that stops', () => {
  const tagged = { about: 'tags' as const, not: false, values: ['refund'] }
  const plan = run([
    rule({ id: 'a', actions: [{ do: 'add_tags', values: ['refund', 'vip'] }] }),
    rule({ id: 'b', conditions: [tagged], actions: [{ do: 'star' }], stopProcessing: true }),
    rule({ id: 'c', actions: [{ do: 'resolve' }] }),
  ])
  assert.deepEqual(
    plan.runs.map(({ rule: { id } }) => id),
    ['a', 'b'],
  )
  assert.deepEqual(plan.state.tags, ['vip', 'refund'])
  assert.equal(plan.state.isStarred, true)
  assert.equal(plan.state.status, 'open')
  assert.deepEqual(state.tags, ['vip'], 'what was given is left as it was')
})

test('in turn goes round among those who are available; the least busy gets it; nobody is said so', () => {
  const actions = [{ do: 'assign_in_turn' as const, values: ['a', 'b', 'c'] }]
  const team = { a: member(), b: member({ isAvailable: false }), c: member({ openCount: 1 }) }
  const got = (lastMemberId: string | null) => run([rule({ actions, lastMemberId })], team).state.memberId
  assert.deepEqual([got(null), got('a'), got('b'), got('c'), got('gone')], ['a', 'c', 'c', 'a', 'a'])
  const least = rule({ actions: [{ do: 'assign_to_least_busy', values: ['c', 'a', 'b'] }] })
  assert.equal(run([least], team).state.memberId, 'a')
  const none = run([least], { b: member({ isAvailable: false }) })
  assert.deepEqual(none.runs[0]?.outcomes, [{ do: 'assign_to_least_busy', isDone: false, reason: 'nobody_available' }])
  const gone = run([rule({ actions: [{ do: 'assign', values: ['x'] }] })], { x: member({ isActive: false }) })
  assert.deepEqual(gone.runs[0]?.outcomes, [{ do: 'assign', isDone: false, reason: 'not_a_member' }])
})

test('an action without effect, or an impossible one, is reported as not done', () => {
  const actions = [{ do: 'add_tags' as const, values: ['vip'] }, { do: 'resolve' as const }]
  const plan = run([rule({ actions }), rule({ id: 's', actions: [{ do: 'snooze', hours: 2 }] })])
  assert.deepEqual(
    plan.runs.flatMap(({ outcomes }) => outcomes),
    [
      { do: 'add_tags', isDone: false, reason: 'already' },
      { do: 'resolve', isDone: true },
      { do: 'snooze', isDone: false, reason: 'is_resolved' },
    ],
  )
  assert.equal(plan.snoozeHours, null)
})

test('a silence is one rule’s once: longer than those before, and for whom it waits', () => {
  const idle = (minutes: number) =>
    rule({ id: String(minutes), trigger: { on: 'idle', minutes, waitsFor: 'customer' } })
  const at = (after: number, minutes: number, waitsFor: 'team' | 'customer') =>
    decide(
      [idle(10), idle(60)],
      { kinds: ['idle'], silence: { waitsFor, after, minutes } },
      state,
      new Map(),
      new Map(),
    ).runs.map(({ rule: { id } }) => id)
  assert.deepEqual(at(0, 10, 'customer'), ['10'])
  assert.deepEqual(at(10, 59, 'customer'), [])
  assert.deepEqual(at(10, 60, 'customer'), ['60'])
  assert.deepEqual(at(0, 90, 'customer'), ['10', '60'])
  assert.deepEqual(at(0, 90, 'team'), [])
})
