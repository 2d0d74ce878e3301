import { afterEach, beforeEach } from 'node:test'
import { clock } from '#base/clock.ts'

/** Gives each test of a file a clock of its own, in milliseconds, that stands until `now` is changed. */
export function standingClock(): { now: number } {
  const real = clock.now
  const standing = { now: 0 }
  beforeEach(() => {
    standing.now = 1_000_000
    clock.now = () => standing.now
  })
  afterEach(() => {
    clock.now = real
  })
  return standing
}
