/** The one source of the time. Tests of pure code may replace `now`. */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now(),
}

/** The current moment as a Date (milliseconds are the finest step the service stores). */
export function currentTime(): Date {
  return new Date(clock.now())
}
