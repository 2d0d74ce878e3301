import { addDays, inZone, weekdayOf } from '../../../../src/base/zoned-time.ts'

/** Days on which replies are usually sent later, in the morning, by the clocks of a zone. */
export interface SendDays {
  tomorrow: string
  /** The next Monday; null where that is tomorrow. */
  monday: string | null
}

export const MORNING = '09:00'

export function sendDays(now: Date, timeZone: string): SendDays {
  const { day } = inZone(now, timeZone)
  const toMonday = 8 - weekdayOf(day)
  return { tomorrow: addDays(day, 1), monday: toMonday === 1 ? null : addDays(day, toMonday) }
}
