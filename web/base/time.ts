import { t } from './texts.ts'

/** This browser's time zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const dayAndClock = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const year = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

const DAY_MS = 24 * 60 * 60 * 1000

/** Short enough for a list: now, 5m, 3h, then the day. */
export function ago(iso: string | null): string {
  if (!iso) return ''
  const then = new Date(iso)
  const ms = Date.now() - then.getTime()
  if (ms < 60_000) return t('now')
  if (ms < 3_600_000) return t('{0}m', Math.floor(ms / 60_000))
  if (ms < DAY_MS) return t('{0}h', Math.floor(ms / 3_600_000))
  if (ms < 7 * DAY_MS) return t('{0}d', Math.floor(ms / DAY_MS))
  return then.getFullYear() === new Date().getFullYear() ? dayAndMonth.format(then) : year.format(then)
}

export const timeOfDay = (iso: string) => clock.format(new Date(iso))
export const moment = (iso: string) => whole.format(new Date(iso))
export const date = (iso: string) => year.format(new Date(iso))

/** A future time: the clock for today, with the weekday for this week, otherwise with the date. */
export function comingTime(iso: string): string {
  const then = new Date(iso)
  const now = new Date()
  if (then.toDateString() === now.toDateString()) return clock.format(then)
  return then.getTime() - now.getTime() < 6 * DAY_MS ? dayAndClock.format(then) : whole.format(then)
}

export function dayName(iso: string): string {
  const then = new Date(iso)
  const today = new Date()
  if (then.toDateString() === today.toDateString()) return t('Today')
  if (then.toDateString() === new Date(today.getTime() - DAY_MS).toDateString()) return t('Yesterday')
  return then.getFullYear() === today.getFullYear() ? day.format(then) : year.format(then)
}

/** A length of time in its two largest units. */
export function duration(ms: number | null): string {
  if (ms === null) return '–'
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return t('{0} s', Math.max(0, Math.round(ms / 1000)))
  if (minutes < 60) return t('{0} min', minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 ? t('{0} h {1} min', hours, minutes % 60) : t('{0} h', hours)
  const days = Math.floor(hours / 24)
  return hours % 24 ? t('{0} d {1} h', days, hours % 24) : t('{0} d', days)
}
