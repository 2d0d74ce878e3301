/** Times until which conversations are usually put aside, on the member's own clock. */

export interface SnoozeTimes {
  laterToday: Date | null
  tomorrow: Date
  nextWeek: Date | null
}

const MORNING_HOUR = 9
/** Hours until later today, and the latest hour for it. */
const LATER_HOURS = 3
const EVENING_HOUR = 21
const QUARTER_MS = 15 * 60 * 1000

/** Null where a choice would say nothing of its own: late in the evening, and a Monday that is tomorrow. */
export function snoozeTimes(now: Date): SnoozeTimes {
  const later = new Date(Math.ceil((now.getTime() + LATER_HOURS * 60 * 60 * 1000) / QUARTER_MS) * QUARTER_MS)
  const isToday = later.toDateString() === now.toDateString() && later.getHours() < EVENING_HOUR
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  return {
    laterToday: isToday ? later : null,
    tomorrow: morning(now, 1),
    nextWeek: daysToMonday === 1 ? null : morning(now, daysToMonday),
  }
}

/** By the calendar, not by hours: clocks may change in between. */
function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR)
}

/** A time as a field for date and time has it, on the member's own clock. */
export function toField(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}
