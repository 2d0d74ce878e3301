import { afterOpenTime, openTimeBetween } from '#base/opening-hours.ts'
import type { Priority } from '#core/priorities.ts'
import type { Widget } from '#core/stores/widget.ts'
import type { Clock } from '#storage/conversations/columns.ts'
import type { ReplyTargets, TargetKind } from './target.ts'

/** What a store's clocks are counted by: its targets, and its opening hours where only these count. */
export interface TargetRules extends ReplyTargets {
  hours: Widget['hours']
}

/** What of a conversation its clock depends on. */
export interface ClockedConversation extends Clock {
  status: 'open' | 'resolved'
  isChatBot: boolean
  snoozedUntil: Date | null
}

/** What an act did, for the clock. */
export interface ClockInput {
  isNew: boolean
  /** Side that wrote last, if any did. */
  said: 'customer' | 'team' | null
  now: Date
}

/** A target whose time has ended: met where that was before it was due. */
export interface EndedTarget {
  kind: TargetKind
  priority: Priority
  dueAt: Date
}

type Running = Omit<Clock, 'priority' | 'dueAt' | 'dueFor'>

const NO_WAIT = { awaitingReplySince: null, awaitingReplyKind: null, replyMissNotified: false }
const STOPPED: Running = { ...NO_WAIT, resolveClockStartedAt: null, resolveClockSeconds: 0, resolveMissNotified: false }
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

const isWithPeople = ({ status, isChatBot }: ClockedConversation) => status === 'open' && !isChatBot

/** Whether a customer starts to wait for the team: by a message, or because the AI agent has handed off. */
export function startsAwaitingReply(
  before: ClockedConversation,
  after: ClockedConversation,
  { isNew, said }: ClockInput,
): boolean {
  if (!isWithPeople(after) || before.awaitingReplySince !== null || said === 'team') return false
  return said === 'customer' || (!isNew && before.isChatBot)
}

/**
 * A conversation's clock after an act. It runs while people have the conversation: for a reply from when its customer
 * begins to wait (`awaitingReplyKind`: for the team's first or a later one); for the end from its beginning, its handoff
 * or its reopening, and not while it is snoozed. Putting a conversation aside does not make its customer wait less.
 */
export function advanceClock(
  rules: TargetRules | null,
  before: ClockedConversation,
  after: ClockedConversation,
  ticked: ClockInput,
  awaitingReplyKind: 'first_reply' | 'next_reply',
): Clock {
  const { priority } = after
  if (!rules || !isWithPeople(after)) return count(rules, priority, STOPPED)
  const { now, said, isNew } = ticked
  // Members are told by an act of its own: what it did is what the wait, or the work, goes on with.
  const { replyMissNotified, resolveMissNotified } = after
  const running: Running = { ...before, replyMissNotified, resolveMissNotified }
  if (said === 'team') Object.assign(running, NO_WAIT)
  else if (startsAwaitingReply(before, after, ticked)) {
    Object.assign(running, { ...NO_WAIT, awaitingReplySince: now, awaitingReplyKind })
  }
  if (after.snoozedUntil !== null) {
    const since = running.resolveClockStartedAt
    if (since) running.resolveClockSeconds += seconds(openTimeBetween(since, now, hoursOf(rules)))
    running.resolveClockStartedAt = null
  } else if (isNew || !isWithPeople(before) || said === 'customer' || before.snoozedUntil !== null) {
    running.resolveClockStartedAt ??= now
  }
  // Opening hours are added up only where something has changed: most acts change nothing here.
  if (priority === before.priority && isSame(running, before)) return clockOf(after)
  return count(rules, priority, running)
}

const isSame = (a: Running, b: Running) =>
  a.awaitingReplySince === b.awaitingReplySince &&
  a.resolveClockStartedAt === b.resolveClockStartedAt &&
  a.resolveClockSeconds === b.resolveClockSeconds

/** The clock alone, of a record that may hold more. */
const runningOf = (record: Running): Running => ({
  awaitingReplySince: record.awaitingReplySince,
  awaitingReplyKind: record.awaitingReplyKind,
  replyMissNotified: record.replyMissNotified,
  resolveClockStartedAt: record.resolveClockStartedAt,
  resolveClockSeconds: record.resolveClockSeconds,
  resolveMissNotified: record.resolveMissNotified,
})

function clockOf(timed: ClockedConversation): Clock {
  const { priority, dueAt, dueFor } = timed
  return { ...runningOf(timed), priority, dueAt, dueFor }
}

/** A running clock with what it makes due: the target that is missed first. */
export function count(rules: TargetRules | null, priority: Priority, running: Running): Clock {
  const kept = { ...runningOf(rules ? running : STOPPED), priority }
  const due = (['resolve', kept.awaitingReplyKind] as const)
    .flatMap((kind) => {
      const at = kind && rules && dueOf(rules, kind, kept)
      return at ? [{ dueAt: at, dueFor: kind }] : []
    })
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  return { ...kept, ...(due[0] ?? { dueAt: null, dueFor: null }) }
}

/** Whether members were notified of the target that is due: once per wait, and once from its beginning to its end. */
export const isMissNotified = (clock: Pick<Clock, 'dueFor' | 'replyMissNotified' | 'resolveMissNotified'>): boolean =>
  clock.dueFor === 'resolve' ? clock.resolveMissNotified : clock.replyMissNotified

/** The targets whose time an act has ended, by a reply of the team or the end of the conversation. */
export function completedTargets(
  rules: TargetRules,
  before: ClockedConversation,
  after: ClockedConversation,
  { said }: ClockInput,
): EndedTarget[] {
  const isReplied = said === 'team' && before.awaitingReplySince !== null
  const isEnded = before.status === 'open' && after.status === 'resolved'
  const kinds = [
    ...(isReplied && before.awaitingReplyKind ? [before.awaitingReplyKind] : []),
    ...(isEnded ? (['resolve'] as const) : []),
  ]
  return kinds.flatMap((kind) => {
    const dueAt = dueOf(rules, kind, before)
    return dueAt ? [{ kind, priority: before.priority, dueAt }] : []
  })
}

/** When a target is missed; null where there is none, or its time does not run. */
function dueOf(rules: TargetRules, kind: TargetKind, clock: Running & Pick<Clock, 'priority'>): Date | null {
  const minutes = rules.targets[clock.priority][kind]
  const since = kind === 'resolve' ? clock.resolveClockStartedAt : clock.awaitingReplySince
  if (minutes === null || since === null) return null
  const spent = kind === 'resolve' ? clock.resolveClockSeconds * SECOND_MS : 0
  return afterOpenTime(since, minutes * MINUTE_MS - spent, hoursOf(rules))
}

/** Opening hours, where only these count and there are any. */
function hoursOf({ inHours, hours }: TargetRules): Widget['hours'] {
  return inHours && hours && hours.open.length > 0 ? hours : null
}

const seconds = (ms: number) => Math.round(ms / SECOND_MS)
