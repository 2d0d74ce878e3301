import type { Widget } from './widget.ts'

type Hours = NonNullable<Widget['hours']>

/** Whether a time is in a store's opening hours, on the store's clock; a day that is listed as closed has none. */
export function isInHours(time: Date, { timeZone, open, closed = [] }: Hours): boolean {
  const { date, weekday, clock } = clockIn(time, timeZone)
  if (closed.includes(date)) return false
  return open.some(({ days, from, to }) => days.includes(weekday) && from <= clock && clock < to)
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
