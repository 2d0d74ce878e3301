// Days and times on the clocks of a time zone, written 2026-01-31 and 09:00. The service, the inbox and the widget all use
// this file, so it imports nothing.

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Whether a text names a time zone, such as Europe/Paris. An offset does not: PostgreSQL reads its sign the other way round. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The day and the time that the clocks of a zone show. */
export function inZone(at: Date, timeZone: string): { day: string; time: string } {
  const shown = new Date(at.getTime() + offsetAt(at, timeZone)).toISOString()
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/**
 * When the clocks of a zone show a day's time. Where they go back, the first of the two; a time that they leave out comes
 * as much later as they go forward.
 */
export function momentIn(timeZone: string, day: string, time = '00:00'): Date {
  const shown = Date.parse(day) + minuteOfDay(time) * MINUTE_MS
  const fits = [-1, 1].map((side) => new Date(shown - offsetAt(new Date(shown + side * DAY_MS), timeZone)))
  return fits.find((at) => at.getTime() + offsetAt(at, timeZone) === shown) ?? (fits[0] as Date)
}

/** Minutes since midnight. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** 1 (Monday) to 7. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** From one day to another, both included; none where the second is before the first. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => addDays(from, i))
}

/** Whether a text is a day of this century that exists. */
export const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** Formats cost 50 µs to make, and reports ask for hundreds of times of one zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Milliseconds that a zone's clocks are ahead of UTC. */
function offsetAt(at: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
}
