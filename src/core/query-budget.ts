import { clock } from '#base/clock.ts'
import { QUERY_BUCKET } from './limits.ts'

/**
 * A token bucket for each store (spec 8; contract, section 9): full at first, refilled all the time. A query is charged
 * after it ran, so a balance may fall below zero, but never further than the greatest debt.
 */
export interface QueryBudget {
  /** Takes `points`, 0 to only look, and answers what is left. */
  charge(shopId: string, points: number): Promise<number>
}

/** For a single process. A store is forgotten once its bucket must be full again. */
export class MemoryQueryBudget implements QueryBudget {
  readonly #balances = new Map<string, { points: number; at: number }>()
  readonly #sweep = setInterval(() => this.#dropFull(), 60_000).unref()

  charge(shopId: string, points: number): Promise<number> {
    const now = clock.now()
    const left = Math.max(this.#balance(shopId, now) - points, -QUERY_BUCKET.debtMax)
    if (points > 0) this.#balances.set(shopId, { points: left, at: now })
    return Promise.resolve(left)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
  }

  #balance(shopId: string, now: number): number {
    const known = this.#balances.get(shopId)
    if (!known) return QUERY_BUCKET.size
    return Math.min(QUERY_BUCKET.size, known.points + ((now - known.at) / 1000) * QUERY_BUCKET.perSecond)
  }

  #dropFull(): void {
    const now = clock.now()
    for (const shopId of this.#balances.keys()) {
      if (this.#balance(shopId, now) >= QUERY_BUCKET.size) this.#balances.delete(shopId)
    }
  }
}
