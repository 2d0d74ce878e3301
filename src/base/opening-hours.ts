import { addDays, inZone, momentIn, weekdayOf } from './zoned-time.ts'

// A store's opening hours. The service and the widget both use this file, so it imports nothing but days and times.

export interface OpeningHours {
  /** A name such as Europe/Paris. */
  timeZone: string
  /**
   * Days from 1 (Monday) to 7; times as 09:30. 24:00, and 23:59 because forms cannot say 24:00, are the day's end. An end before
   * the beginning is on the next day.
   */
  open: { days: number[]; from: string; to: string }[]
  /** Days without hours, as 2026-12-25. */
  closed?: string[]
}

const LAST_MINUTE = '23:59'
const DAY_END = '24:00'
/** How far opening hours are looked for: beyond it all time counts as open. */
const HORIZON_DAYS = 400
/** The widget announces no opening that is further away. */
const NEXT_OPENING_DAYS = 8

export function isOpenAt(time: Date, hours: OpeningHours): boolean {
  const { day } = inZone(time, hours.timeZone)
  const at = time.getTime()
  return [addDays(day, -1), day].some((one) => spansOf(one, hours).some(([start, end]) => start <= at && at < end))
}

/** When a store opens next: null while it is open, and where that is more than eight days away. */
export function nextOpening(now: Date, hours: OpeningHours): Date | null {
  const [span] = openSpans(now, hours, NEXT_OPENING_DAYS)
  return span && span[0] > now.getTime() ? new Date(span[0]) : null
}

/** The time at which a store has been open for `ms` since another time; without hours all time counts. */
export function afterOpenTime(from: Date, ms: number, hours: OpeningHours | null): Date {
  let left = ms
  let reached = from.getTime()
  if (!hours || left <= 0) return new Date(reached + left)
  for (const [start, end] of openSpans(from, hours)) {
    if (end - start >= left) return new Date(start + left)
    left -= end - start
    reached = end
  }
  return new Date(reached + left)
}

/** For how many milliseconds a store was open between two times. */
export function openTimeBetween(from: Date, to: Date, hours: OpeningHours | null): number {
  if (!hours) return Math.max(0, to.getTime() - from.getTime())
  let sum = 0
  for (const [start, end] of openSpans(from, hours)) {
    if (start >= to.getTime()) break
    sum += Math.min(end, to.getTime()) - start
  }
  return sum
}

/** When a store is open from a time on, in order: milliseconds since 1970. Spans that overlap are given once. */
function* openSpans(from: Date, hours: OpeningHours, horizon = HORIZON_DAYS): Generator<[number, number]> {
  const today = inZone(from, hours.timeZone).day
  let reached = from.getTime()
  // A night of the day before may still go on.
  for (let ahead = -1; ahead <= horizon; ahead++) {
    for (const [start, end] of spansOf(addDays(today, ahead), hours)) {
      if (end <= reached) continue
      yield [Math.max(start, reached), end]
      reached = end
    }
  }
}

/** When a store is open by the rows of a day, earliest first: milliseconds since 1970. */
function spansOf(day: string, { timeZone, open, closed = [] }: OpeningHours): [start: number, end: number][] {
  if (closed.includes(day)) return []
  const weekday = weekdayOf(day)
  return open
    .filter(({ days }) => days.includes(weekday))
    .map(({ from, to }): [number, number] => {
      const isNight = to < from
      const end = to === LAST_MINUTE ? DAY_END : to
      return [
        momentIn(timeZone, day, from).getTime(),
        momentIn(timeZone, isNight ? addDays(day, 1) : day, end).getTime(),
      ]
    })
    .toSorted(([a], [b]) => a - b)
}
