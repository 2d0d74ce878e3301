/** Days and times by the clocks of a time zone, as 2026-01-31 and 09:00. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** This browser's time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether this browser knows a time zone. */
export function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The day and the time that the clocks of a zone show. */
export function inZone(at: Date, timeZone: string): { day: string; time: string } {
  const wall = new Date(at.getTime() + offset(at, timeZone)).toISOString()
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) }
}

/**
 * When the clocks of a zone show a day's time. Where they go back, the first of the two; a time that they leave out comes
 * as much later as they go forward.
 */
export function momentIn(timeZone: string, day: string, time = '00:00'): Date {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const fits = [-1, 1].map((side) => new Date(wall - offset(new Date(wall + side * DAY_MS), timeZone)))
  return fits.find((at) => at.getTime() + offset(at, timeZone) === wall) ?? (fits[0] as Date)
}

/** So many days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** 1 (Monday) to 7. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** From one day to another, both included; none where they stand the other way round. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => addDays(from, i))
}

/** Whether a text is a day that there is. */
export const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** Milliseconds that a zone's clocks are ahead of UTC. */
function offset(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
}
