import { t } from '../../../base/texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** What is missed within this is soon. */
const SOON_MS = 15 * MINUTE_MS

export type Urgency = 'late' | 'soon' | 'calm'

/** How long is left until a time, in its largest unit, and how urgent that is. */
export function dueIn(dueAt: string, now: number): { text: string; urgency: Urgency } {
  const left = Date.parse(dueAt) - now
  if (left <= 0) return { text: t('{0} late', short(-left)), urgency: 'late' }
  return { text: t('{0} left', short(left)), urgency: left <= SOON_MS ? 'soon' : 'calm' }
}

/** Minutes that are full, at least one; hours and days to the nearest. */
function short(ms: number): string {
  if (ms < HOUR_MS) return t('{0}m', Math.max(1, Math.floor(ms / MINUTE_MS)))
  if (ms < 2 * DAY_MS) return t('{0}h', Math.round(ms / HOUR_MS))
  return t('{0}d', Math.round(ms / DAY_MS))
}
