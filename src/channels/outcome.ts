/** What became of sending one part of a message. `reason` is for people: what went wrong, and what to do. */
export type SendOutcome =
  /** The provider took it; `externalId` is what it calls the part, and others may know it by `aliases`. */
  | { kind: 'sent'; externalId: string; aliases?: string[] }
  /**
   * Not now. `afterMs`: not before this time from now, if the provider says or means so. `slowsAccount`: nothing of the
   * account's before that either. `mayHaveBeenSent`: it may have left, for nobody answered.
   */
  | { kind: 'retry'; reason: string; afterMs?: number; slowsAccount?: boolean; mayHaveBeenSent?: boolean }
  /** Never. `closesWindow`: nothing can be sent to this customer until they write. */
  | { kind: 'failed'; reason: string; closesWindow?: boolean }
  /** The account cannot send at all until an admin fixes it; waiting messages continue to wait. */
  | { kind: 'broken'; reason: string }

/** The waits before a part is sent again, where a channel has none of its own. After the last one it has failed. */
const WAITS_MS: readonly number[] = [1_000, 5_000, 30_000, 2 * 60_000, 10 * 60_000]

/** When a part that could not be sent now is tried again, in milliseconds from now; null: not any more. */
export function nextWaitMs(attempts: number, afterMs = 0, waitsMs = WAITS_MS): number | null {
  const wait = waitsMs[attempts - 1]
  return wait === undefined ? null : Math.max(wait, afterMs)
}
