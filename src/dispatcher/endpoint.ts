import type { ClaimedDelivery } from '#storage/webhooks/queue.ts'

/** Deliveries under way to one endpoint. */
const IN_FLIGHT_MAX = 8
/** Time for which deliveries are claimed ahead, at the pace of an endpoint that answers quickly, so that a claim serves many. */
const AHEAD_MS = 500
const AHEAD_MAX = 512
/** Limit of claimed deliveries when the dispatcher holds many already. */
const AHEAD_WHEN_TIGHT = 16
/** An answer within this time is a quick one. */
const QUICK_MS = 500

/** A claimed delivery and the moment until which it is ours. */
export type Held = ClaimedDelivery & { lease: string; leaseEnd: number }

/**
 * What one dispatcher knows of a subscription's endpoint. A timeout cuts it to one delivery at a time, answers open it
 * up again; only one that answers quickly has deliveries claimed ahead, since what is claimed must be sent before its
 * lease ends.
 */
export class Endpoint {
  readonly queue: Held[] = []
  inFlight = 0
  #limit = IN_FLIGHT_MAX
  #isSlow = false
  #ahead = 0

  /** How many deliveries a claim may bring; fewer where the dispatcher holds much already. */
  room(isTight: boolean): number {
    return Math.max(0, this.#limit + this.#aheadWhen(isTight) - this.inFlight - this.queue.length)
  }

  /**
   * Whether it is time to claim more: not after each one, for a claim passes over all that is held; and while half is left,
   * for it takes as long as a quick endpoint needs for dozens.
   */
  isLow(isTight: boolean): boolean {
    return this.queue.length <= this.#aheadWhen(isTight) / 2 && this.room(isTight) > 0
  }

  get canSend(): boolean {
    return this.inFlight < this.#limit && this.queue.length > 0
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && this.queue.length === 0 && !this.#isSlow
  }

  answered(durationMs: number): void {
    this.#limit = Math.min(IN_FLIGHT_MAX, this.#limit + 1)
    this.#isSlow = false
    const pace = Math.ceil((this.#limit * AHEAD_MS) / Math.max(1, durationMs))
    this.#ahead = durationMs < QUICK_MS ? Math.min(AHEAD_MAX, pace) : 0
  }

  timedOut(): void {
    this.#limit = 1
    this.#isSlow = true
    this.#ahead = 0
  }

  #aheadWhen(isTight: boolean): number {
    return isTight ? Math.min(AHEAD_WHEN_TIGHT, this.#ahead) : this.#ahead
  }
}

/** Room for a subscription that nothing is known of. */
export const NEW_ENDPOINT_ROOM = IN_FLIGHT_MAX
