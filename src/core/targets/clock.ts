import type { Priority } from '#core/priorities.ts'
import { afterOpenTime, openTimeBetween } from '#core/stores/hours.ts'
import type { Widget } from '#core/stores/widget.ts'
import type { Clock } from '#storage/conversations/columns.ts'
import type { ReplyTargets, TargetKind } from './target.ts'

/** What a store's clocks are counted by: its targets, and its opening hours where only these count. */
export interface TargetRules extends ReplyTargets {
  hours: Widget['hours']
}

/** What of a conversation its clock depends on. */
export interface Timed extends Clock {
  status: 'open' | 'resolved'
  isChatBot: boolean
  snoozedUntil: Date | null
}

/** What an act did, for the clock. */
export interface Ticked {
  isNew: boolean
  /** Who of the two sides said something last in it, where anybody did. */
  said: 'customer' | 'team' | null
  now: Date
}

/** A target whose time has ended: met where that was before it was due. */
export interface EndedTarget {
  kind: TargetKind
  priority: Priority
  dueAt: Date
}

type Running = Pick<Clock, 'waitsSince' | 'waitsFor' | 'worksSince' | 'workedSeconds' | 'waitTold' | 'workTold'>

const NO_WAIT = { waitsSince: null, waitsFor: null, waitTold: false }
const STOPPED: Running = { ...NO_WAIT, worksSince: null, workedSeconds: 0, workTold: false }
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

const isWithPeople = ({ status, isChatBot }: Timed) => status === 'open' && !isChatBot

/** Whether a customer begins to wait for the team: by a message, or because the AI agent has handed over. */
export function beginsToWait(before: Timed, after: Timed, { isNew, said }: Ticked): boolean {
  if (!isWithPeople(after) || before.waitsSince !== null || said === 'team') return false
  return said === 'customer' || (!isNew && before.isChatBot)
}

/**
 * A conversation's clock after an act. It runs while people have the conversation: for a reply from when its customer
 * begins to wait (`waitsFor`: for the team's first or a later one); for the end from its beginning, its hand-over or its
 * reopening, and not while it is snoozed. Putting a conversation aside does not make its customer wait less.
 */
export function tick(
  rules: TargetRules | null,
  before: Timed,
  after: Timed,
  ticked: Ticked,
  waitsFor: 'first_reply' | 'next_reply',
): Clock {
  const { priority } = after
  if (!rules || !isWithPeople(after)) return count(rules, priority, STOPPED)
  const { now, said, isNew } = ticked
  // Members are told by an act of its own: what it did is what the wait, or the work, goes on with.
  const running: Running = { ...before, waitTold: after.waitTold, workTold: after.workTold }
  if (said === 'team') Object.assign(running, NO_WAIT)
  else if (beginsToWait(before, after, ticked)) Object.assign(running, { ...NO_WAIT, waitsSince: now, waitsFor })
  if (after.snoozedUntil !== null) {
    if (running.worksSince) running.workedSeconds += seconds(openTimeBetween(running.worksSince, now, hoursOf(rules)))
    running.worksSince = null
  } else if (isNew || !isWithPeople(before) || said === 'customer' || before.snoozedUntil !== null) {
    running.worksSince ??= now
  }
  // Opening hours are added up only where something has changed: most acts change nothing here.
  if (priority === before.priority && isSame(running, before)) return clockOf(after)
  return count(rules, priority, running)
}

const isSame = (a: Running, b: Running) =>
  a.waitsSince === b.waitsSince && a.worksSince === b.worksSince && a.workedSeconds === b.workedSeconds

function clockOf(timed: Timed): Clock {
  const { priority, waitsSince, waitsFor, worksSince, workedSeconds, dueAt, dueFor, waitTold, workTold } = timed
  return { priority, waitsSince, waitsFor, worksSince, workedSeconds, dueAt, dueFor, waitTold, workTold }
}

/** A running clock with what it makes due: the target that is missed first. */
export function count(rules: TargetRules | null, priority: Priority, running: Running): Clock {
  const { waitsSince, waitsFor, worksSince, workedSeconds, waitTold, workTold } = rules ? running : STOPPED
  const kept = { priority, waitsSince, waitsFor, worksSince, workedSeconds, waitTold, workTold }
  const due = (['resolve', waitsFor] as const)
    .flatMap((kind) => {
      const at = kind && rules && dueOf(rules, kind, kept)
      return at ? [{ dueAt: at, dueFor: kind }] : []
    })
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  return { ...kept, ...(due[0] ?? { dueAt: null, dueFor: null }) }
}

/** Whether members were told of the target that is due: once for each wait, and for the work from its beginning to its end. */
export const isTold = ({ dueFor, waitTold, workTold }: Pick<Clock, 'dueFor' | 'waitTold' | 'workTold'>): boolean =>
  dueFor === 'resolve' ? workTold : waitTold

/** The targets whose time an act has ended, by a reply of the team or the end of the conversation. */
export function endedBy(rules: TargetRules, before: Timed, after: Timed, { said }: Ticked): EndedTarget[] {
  const isReplied = said === 'team' && before.waitsSince !== null
  const isEnded = before.status === 'open' && after.status === 'resolved'
  const kinds = [...(isReplied && before.waitsFor ? [before.waitsFor] : []), ...(isEnded ? (['resolve'] as const) : [])]
  return kinds.flatMap((kind) => {
    const dueAt = dueOf(rules, kind, before)
    return dueAt ? [{ kind, priority: before.priority, dueAt }] : []
  })
}

/** When a target is missed; null where there is none, or its time does not run. */
function dueOf(rules: TargetRules, kind: TargetKind, clock: Running & Pick<Clock, 'priority'>): Date | null {
  const minutes = rules.targets[clock.priority][kind]
  const since = kind === 'resolve' ? clock.worksSince : clock.waitsSince
  if (minutes === null || since === null) return null
  const spent = kind === 'resolve' ? clock.workedSeconds * SECOND_MS : 0
  return afterOpenTime(since, minutes * MINUTE_MS - spent, hoursOf(rules))
}

/** Opening hours, where only these count and there are any. */
function hoursOf({ inHours, hours }: TargetRules): Widget['hours'] {
  return inHours && hours && hours.open.length > 0 ? hours : null
}

const seconds = (ms: number) => Math.round(ms / SECOND_MS)
