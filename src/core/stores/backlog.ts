import type { BacklogRow } from '#storage/stores/reports.ts'

export interface BacklogDay {
  /** As 2026-01-31. */
  key: string
  /** Resolved on that day. */
  resolved: number
  /** Open at its end; today's is what is open now. */
  open: number
}

const HOUR_MS = 60 * 60 * 1000

/** The days of a span by a time zone, as 2026-01-31, oldest first; none that is still to come. */
export function daysOf(from: Date, to: Date, timeZone: string, now = new Date()): string[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const end = Math.min(to.getTime() - 1, Math.max(now.getTime(), from.getTime()))
  const days = new Set<string>()
  // Twice a day: where clocks change, days are of 23 and 25 hours.
  for (let at = from.getTime(); at < end; at += 12 * HOUR_MS) days.add(format.format(at))
  return [...days.add(format.format(end))]
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
