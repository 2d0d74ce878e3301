import { setTimeout as sleep } from 'node:timers/promises'
import { ParleyError } from '#core/errors.ts'

/** Shorter than the 8 s after which the SDK gives up a socket that says nothing. */
const FOR_MS = 5_000
const PAUSE_MS = 250

/**
 * Reads, and again for 5 s where the database fails: it may be that its standby is just taking over. A socket that is closed
 * for that stays away for 10 s (docs/storefront-protocol.md). Refusals are not tried again, and nothing is for a line that has closed.
 */
export async function readWithRetry<T>(
  line: { readonly OPEN: number; readonly readyState: number },
  read: () => Promise<T>,
): Promise<T> {
  const last = performance.now() + FOR_MS - PAUSE_MS
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (error instanceof ParleyError || performance.now() > last || line.readyState !== line.OPEN) throw error
    }
    await sleep(PAUSE_MS, undefined, { ref: false })
  }
}
