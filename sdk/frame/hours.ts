import type { Hours } from '../shared/records.ts'

const DAY_MS = 86_400_000

/** The clock of a time zone at a moment, as if it were UTC. */
function clockOf(moment: number, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')))
}

/** The moment at which the clock of a time zone shows this; twice, for the clock may be set forward or back between. */
function momentOf(clock: number, timeZone: string): number {
  let moment = clock
  for (let round = 0; round < 2; round++) moment += clock - clockOf(moment, timeZone).getTime()
  return moment
}

/**
 * Whether a store is open, and if not, when it opens next (milliseconds); null for not within eight days. A time zone
 * that the browser does not know counts as always open: better no word than a wrong one.
 */
export function opening({ timeZone, open, closed = [] }: Hours, now: number): { isOpen: boolean; next: number | null } {
  try {
    const today = clockOf(now, timeZone)
    today.setUTCHours(0, 0, 0, 0)
    let next: number | null = null
    for (let ahead = 0; ahead <= 8; ahead++) {
      const day = new Date(today.getTime() + ahead * DAY_MS)
      if (closed.includes(day.toISOString().slice(0, 10))) continue
      for (const { days, from, to } of open) {
        if (!days.includes(day.getUTCDay() || 7)) continue
        const [start, end] = [from, to].map((time) => momentOf(day.getTime() + minutes(time) * 60_000, timeZone)) as [
          number,
          number,
        ]
        if (start <= now && now < end) return { isOpen: true, next: null }
        if (start > now && (next === null || start < next)) next = start
      }
      if (next !== null) break
    }
    return { isOpen: false, next }
  } catch {
    return { isOpen: true, next: null }
  }
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
