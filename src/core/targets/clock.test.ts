import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advanceClock, type ClockedConversation, type ClockInput, completedTargets, type TargetRules } from './clock.ts'
import { NO_TARGETS } from './target.ts'

const at = (clock: string) => new Date(`2026-11-23T${clock}:00Z`)
const rules: TargetRules = {
  ...NO_TARGETS,
  inHours: false,
  hours: null,
  targets: { ...NO_TARGETS.targets, normal: { first_reply: 60, next_reply: 30, resolve: 240 } },
}
const quiet: ClockedConversation = {
  status: 'open',
  isChatBot: false,
  snoozedUntil: null,
  priority: 'normal',
  awaitingReplySince: null,
  awaitingReplyKind: null,
  resolveClockStartedAt: null,
  resolveClockSeconds: 0,
  dueAt: null,
  dueFor: null,
  replyMissNotified: false,
  resolveMissNotified: false,
}
/** What an act makes of a conversation. */
function act(
  before: ClockedConversation,
  change: Partial<ClockedConversation>,
  ticked: Partial<ClockInput> & { now: Date },
  of = rules,
): ClockedConversation {
  const after = { ...before, ...change }
  return { ...after, ...advanceClock(of, before, after, { isNew: false, said: null, ...ticked }, 'first_reply') }
}
const dueOf = ({ dueAt, dueFor }: ClockedConversation) => [dueAt?.toISOString().slice(11, 16), dueFor]

test('a customer waits from their first word on; the team’s reply ends it, met or missed', () => {
  const waiting = act(quiet, {}, { isNew: true, said: 'customer', now: at('09:00') })
  assert.deepEqual(dueOf(waiting), ['10:00', 'first_reply'])
  assert.deepEqual(dueOf(act(waiting, {}, { said: 'customer', now: at('09:30') })), ['10:00', 'first_reply'])
  const urgent = act(waiting, { priority: 'urgent' }, { now: at('09:30') })
  assert.deepEqual(dueOf(urgent), [undefined, null], 'urgent has no target here')
  assert.deepEqual(dueOf(act(urgent, { priority: 'normal' }, { now: at('09:35') })), ['10:00', 'first_reply'])
  const replied = act(waiting, {}, { said: 'team', now: at('09:40') })
  assert.deepEqual(dueOf(replied), ['13:00', 'resolve'])
  const ended = completedTargets(rules, waiting, replied, { isNew: false, said: 'team', now: at('09:40') })
  assert.deepEqual(ended, [{ kind: 'first_reply', priority: 'normal', dueAt: at('10:00') }])
  const resolved = act(replied, { status: 'resolved' }, { now: at('14:00') })
  assert.deepEqual(dueOf(resolved), [undefined, null])
  const atTheEnd = completedTargets(rules, replied, resolved, { isNew: false, said: null, now: at('14:00') })
  assert.deepEqual(atTheEnd, [{ kind: 'resolve', priority: 'normal', dueAt: at('13:00') }])
})

test('no customer waits for the team while the AI agent handles it; the handoff starts the wait', () => {
  const held = act({ ...quiet, isChatBot: true }, {}, { isNew: true, said: 'customer', now: at('09:00') })
  assert.deepEqual(dueOf(held), [undefined, null])
  const handed = act(held, { isChatBot: false }, { now: at('09:10') })
  assert.deepEqual(dueOf(handed), ['10:10', 'first_reply'])
  assert.deepEqual(dueOf(act(handed, { isChatBot: true }, { now: at('09:20') })), [undefined, null])
  const takenOver = act(held, { isChatBot: false }, { said: 'team', now: at('09:10') })
  assert.deepEqual(dueOf(takenOver), ['13:10', 'resolve'])
})

test('a snooze pauses the time to resolve; a reopened conversation starts again', () => {
  const begun = act(quiet, {}, { isNew: true, now: at('09:00') })
  const snoozed = act(begun, { snoozedUntil: at('20:00') }, { now: at('10:00') })
  assert.deepEqual(dueOf(snoozed), [undefined, null])
  assert.equal(snoozed.resolveClockSeconds, 3_600)
  const back = act(snoozed, { snoozedUntil: null }, { now: at('15:00') })
  assert.deepEqual(dueOf(back), ['18:00', 'resolve'])
  const resolved = act(back, { status: 'resolved' }, { now: at('16:00') })
  const reopened = act(resolved, { status: 'open' }, { said: 'customer', now: at('17:00') })
  assert.deepEqual(dueOf(reopened), ['18:00', 'first_reply'])
  assert.deepEqual([reopened.resolveClockStartedAt, reopened.resolveClockSeconds], [at('17:00'), 0])
})

test('only opening hours count where that is set and there are any; a conversation without a clock gets none by itself', () => {
  const hours = { timeZone: 'UTC', open: [{ days: [1, 2], from: '09:00', to: '17:00' }] }
  const inHours = { ...rules, inHours: true, hours }
  const late = act(quiet, {}, { said: 'customer', now: at('16:30') }, inHours)
  assert.equal(late.dueAt?.toISOString(), '2026-11-24T09:30:00.000Z')
  const never = act(quiet, {}, { said: 'customer', now: at('16:30') }, { ...inHours, hours: { ...hours, open: [] } })
  assert.deepEqual(dueOf(never), ['17:30', 'first_reply'])
  assert.deepEqual(dueOf(act(quiet, {}, { now: at('16:30') })), [undefined, null])
  const none = advanceClock(null, late, late, { isNew: false, said: null, now: at('17:00') }, 'first_reply')
  assert.deepEqual([none.awaitingReplySince, none.dueAt], [null, null])
})
