import type { ClaimedDelivery } from '#storage/webhooks/queue.ts'

/** Deliveries under way to one endpoint. */
const IN_FLIGHT_MAX = 8
/** Deliveries claimed ahead for an endpoint that answers quickly, so that a claim serves many. */
const AHEAD_MAX = 256
/** The same when the dispatcher holds much already. */
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
  #isQuick = false

  /** How many deliveries a claim may bring; fewer where the dispatcher holds much already. */
  room(isTight: boolean): number {
    return Math.max(0, this.#limit + this.#ahead(isTight) - this.inFlight - this.queue.length)
  }

  /**
   * Whether it is time to claim more: before the last ones are sent, not after each one. And late: a claim passes over all
   * that is held, so it is to bring more than it passes over.
   */
  isLow(isTight: boolean): boolean {
    return this.queue.length <= this.#ahead(isTight) / 4 && this.room(isTight) > 0
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
    this.#isQuick = durationMs < QUICK_MS
  }

  timedOut(): void {
    this.#limit = 1
    this.#isSlow = true
    this.#isQuick = false
  }

  #ahead(isTight: boolean): number {
    if (!this.#isQuick) return 0
    return isTight ? AHEAD_WHEN_TIGHT : AHEAD_MAX
  }
}

/** Room for a subscription that nothing is known of. */
export const NEW_ENDPOINT_ROOM = IN_FLIGHT_MAX
