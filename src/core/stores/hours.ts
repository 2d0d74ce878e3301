import type { Widget } from './widget.ts'

type Hours = NonNullable<Widget['hours']>

/** Whether a time is in a store's opening hours, on the store's clock; a day that is listed as closed has none. */
export function isInHours(time: Date, { timeZone, open, closed = [] }: Hours): boolean {
  const { date, weekday, clock } = clockIn(time, timeZone)
  if (closed.includes(date)) return false
  return open.some(({ days, from, to }) => days.includes(weekday) && from <= clock && clock < to)
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How far opening hours are looked for: beyond it all time counts. */
const HORIZON_DAYS = 400

/** The time at which a store has been open for so many milliseconds since another; without hours all time counts. */
export function afterOpenTime(from: Date, ms: number, hours: Hours | null): Date {
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
export function openTimeBetween(from: Date, to: Date, hours: Hours | null): number {
  if (!hours) return Math.max(0, to.getTime() - from.getTime())
  let sum = 0
  for (const [start, end] of openSpans(from, hours)) {
    if (start >= to.getTime()) break
    sum += Math.min(end, to.getTime()) - start
  }
  return sum
}

/** When a store is open from a time on, in order: milliseconds. Spans of a day that touch are one. */
function* openSpans(from: Date, { timeZone, open, closed = [] }: Hours): Generator<[number, number]> {
  const first = Date.parse(clockIn(from, timeZone).date)
  for (let ahead = 0; ahead < HORIZON_DAYS; ahead++) {
    const day = new Date(first + ahead * DAY_MS)
    if (closed.includes(day.toISOString().slice(0, 10))) continue
    const weekday = day.getUTCDay() || 7
    const rows = open.filter(({ days, from, to }) => days.includes(weekday) && from < to)
    let before = from.getTime()
    for (const row of rows.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
      const [start, end] = [row.from, row.to].map((clock) => momentOf(day, clock, timeZone)) as [number, number]
      if (end <= before) continue
      yield [Math.max(start, before), end]
      before = end
    }
  }
}

/** The moment at which the clock of a zone shows this on a day. */
function momentOf(day: Date, clock: string, timeZone: string): number {
  const shown = day.getTime() + (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * MINUTE_MS
  let moment = shown
  // Twice: the clock may be set forward or back between the first guess and the moment.
  for (let round = 0; round < 2; round++) {
    const there = clockIn(new Date(moment), timeZone)
    moment += shown - Date.parse(`${there.date}T${there.clock}:00Z`)
  }
  return moment
}

const FORMATS = new Map<string, Intl.DateTimeFormat>()

/** 2026-11-23, 1 for Monday to 7, and 09:30. */
function clockIn(time: Date, timeZone: string): { date: string; weekday: number; clock: string } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  const date = `${parts.year}-${parts.month}-${parts.day}`
  return { date, weekday: new Date(date).getUTCDay() || 7, clock: `${parts.hour}:${parts.minute}` }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone)
  if (known) return known
  const two = '2-digit' as const
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    hourCycle: 'h23',
  })
  FORMATS.set(timeZone, made)
  return made
}
