/** The one source of the time. Tests of pure code may replace `now`. */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now(),
}

/** The current moment as a Date (milliseconds are the finest step the service stores). */
export function currentTime(): Date {
  return new Date(clock.now())
}

/** Whether a text names a time zone, such as Europe/Paris. An offset is none: PostgreSQL reads its sign the other way round. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
