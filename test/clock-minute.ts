import { sleep } from './until.ts'

const MINUTE_MS = 60_000

/** Waits until at least `ms` of the clock's minute are left: limits per minute start again with each minute of the clock. */
export async function leaveInMinute(ms: number): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS)
  if (left < ms) await sleep(left)
}
