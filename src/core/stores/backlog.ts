import { daysBetween, inZone } from '#base/zoned-time.ts'
import type { BacklogRow } from '#storage/stores/reports.ts'

export interface BacklogDay {
  /** As 2026-01-31. */
  key: string
  /** Resolved on that day. */
  resolved: number
  /** Open at its end; today's is what is open now. */
  open: number
}

/** The days of a span by a time zone, as 2026-01-31, oldest first; none that is still to come. */
export function daysOf(from: Date, to: Date, timeZone: string, now = new Date()): string[] {
  const end = Math.min(to.getTime() - 1, Math.max(now.getTime(), from.getTime()))
  return daysBetween(inZone(from, timeZone).day, inZone(new Date(end), timeZone).day)
}

/** Counts back from what is open now: what began after a day was not open then, what was resolved after it was. */
export function backlogOf(
  days: string[],
  { openNow, days: rows }: { openNow: number; days: BacklogRow[] },
): BacklogDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const later = rows.filter(({ day }) => day > (days.at(-1) ?? ''))
  let open = later.reduce((sum, { began, resolved }) => sum - began + resolved, openNow)
  const found = days.toReversed().map((key) => {
    const { began = 0, resolved = 0 } = byDay.get(key) ?? {}
    const day = { key, resolved, open }
    open += resolved - began
    return day
  })
  return found.reverse()
}
