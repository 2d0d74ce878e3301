import { inZone, minuteOfDay } from '#base/zoned-time.ts'

const DAY = 24 * 60
const MINUTE_MS = 60_000

/** Hours in which nothing is sent, in minutes of the day there; they may go over midnight. */
export interface QuietHours {
  quietFrom: number | null
  quietUntil: number | null
  timeZone: string
}

/** When the quiet hours end that it is in at a time; null outside of them. */
export function quietEnd(now: Date, { quietFrom, quietUntil, timeZone }: QuietHours): Date | null {
  if (quietFrom === null || quietUntil === null) return null
  const minute = minuteAt(now, timeZone)
  // From its beginning, so that midnight is like any other time.
  if (wrapped(minute - quietFrom) >= wrapped(quietUntil - quietFrom)) return null
  const end = new Date(Math.floor(now.getTime() / MINUTE_MS + wrapped(quietUntil - minute)) * MINUTE_MS)
  // A clock that is changed meanwhile ends them earlier or later.
  const off = wrapped(quietUntil - minuteAt(end, timeZone) + DAY / 2) - DAY / 2
  return new Date(end.getTime() + off * MINUTE_MS)
}

const minuteAt = (time: Date, timeZone: string): number => minuteOfDay(inZone(time, timeZone).time)

const wrapped = (minutes: number) => ((minutes % DAY) + DAY) % DAY
