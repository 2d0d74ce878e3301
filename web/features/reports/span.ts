import { addDays, daysBetween, inZone, isDay, momentIn } from '../../../src/base/zoned-time.ts'
import type { Span } from '../../api/reports.ts'
import { REPORT_DAYS_MAX } from '../../base/limits.ts'
import { storeZone } from '../../live/store-zone.ts'

/** First and last day of a report, as 2026-01-31. */
export interface Days {
  first: string
  last: string
}

export interface Day {
  /** As 2026-01-31. */
  key: string
  label: string
}

export const today = (): string => inZone(new Date(), storeZone()).day

/** The last days, today included. */
export function lastDays(count: number): Days {
  const last = today()
  return { first: addDays(last, 1 - count), last }
}

/** The days that an address names; undefined for none, and for what no report can be of. */
export function daysNamed(first = '', last = ''): Days | undefined {
  if (!isDay(first) || !isDay(last)) return undefined
  const { length } = daysBetween(first, last)
  return length > 0 && length <= REPORT_DAYS_MAX ? { first, last } : undefined
}

export function spanOf({ first, last }: Days): Span {
  const timeZone = storeZone()
  const [from, to] = [momentIn(timeZone, first), momentIn(timeZone, addDays(last, 1))]
  return { from: from.toISOString(), to: to.toISOString(), timeZone }
}

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The days of a chart. */
export const labelled = ({ first, last }: Days): Day[] =>
  daysBetween(first, last).map((key) => ({ key, label: short.format(new Date(key)) }))

/** The conversations that began in a span, as a list is asked for them. */
export const beganQuery = ({ from, to }: Span): string =>
  `createdFrom=${encodeURIComponent(from)}&createdTo=${encodeURIComponent(to)}`

/** Links for one day: what began on it, what was resolved on it, and what was open at its end. */
export const dayQuery = {
  began: (day: string) => beganQuery(spanOf({ first: day, last: day })),
  resolved: (day: string) => {
    const { from, to } = spanOf({ first: day, last: day })
    return `resolvedFrom=${encodeURIComponent(from)}&resolvedTo=${encodeURIComponent(to)}`
  },
  open: (day: string) => `openAt=${encodeURIComponent(spanOf({ first: day, last: day }).to)}`,
}

/** What began in an hour of the week, such as 1-14, of a span. */
export const hourQuery = (span: Span, hour: string): string =>
  `${beganQuery(span)}&beganHour=${hour}&timeZone=${encodeURIComponent(span.timeZone)}`
