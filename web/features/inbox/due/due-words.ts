import { t } from '../../../base/texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** What is missed within this is soon. */
const SOON_MS = 15 * MINUTE_MS

export type Urgency = 'late' | 'soon' | 'calm'

/** How long is left until a time, and how urgent that is. */
export function dueIn(dueAt: string, now: number): { text: string; urgency: Urgency } {
  const left = Date.parse(dueAt) - now
  if (left <= 0) return { text: t('{0} overdue', short(-left)), urgency: 'late' }
  return { text: t('{0} left', short(left)), urgency: left <= SOON_MS ? 'soon' : 'calm' }
}

/** Full units, and a minute at least, rounded down. Hours with their minutes, while there are few. */
function short(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS))
  if (minutes < 60) return t('{0} min', minutes)
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < 10) return minutes % 60 ? t('{0} h {1} min', hours, minutes % 60) : t('{0} h', hours)
  return hours < 48 ? t('{0} h', hours) : t('{0} d', Math.floor(ms / DAY_MS))
}
