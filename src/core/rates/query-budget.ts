import { clock } from '#base/clock.ts'
import { RecentMap } from '#base/recent-map.ts'
import { QUERY_BUCKET } from '#core/limits.ts'

/** Strangers choose some of the names (their addresses), so there is an end to them. */
const BALANCES_MAX = 100_000

/** The numbers of a token bucket, in points. */
interface Bucket {
  size: number
  perSecond: number
  debtMax: number
}

/**
 * A token bucket for each store (spec 8.19, C9.22): full at first, refilled all the time. A query's price is
 * known once it ran, so a balance may fall below zero, but never further than the greatest debt. While it runs, what it
 * will take at most is reserved: queries that run at the same time see each other's reservations.
 */
export interface QueryBudget {
  /** Takes `points`, 0 to only look, and returns what is left. Negative points are given back. */
  charge(name: string, points: number): Promise<number>
  /** Takes what there is of `points`, down to the greatest debt; nothing when nothing is left. */
  reserve(name: string, points: number): Promise<{ taken: number; left: number }>
}

/** For a single process. A store is forgotten once its bucket must be full again. */
export class MemoryQueryBudget implements QueryBudget {
  readonly #bucket: Bucket
  readonly #balances = new RecentMap<string, { points: number; at: number }>(BALANCES_MAX)
  readonly #sweep = setInterval(() => this.#dropFull(), 60_000).unref()

  constructor(bucket: Bucket = QUERY_BUCKET) {
    this.#bucket = bucket
  }

  charge(name: string, points: number): Promise<number> {
    return Promise.resolve(this.#take(name, points))
  }

  reserve(name: string, points: number): Promise<{ taken: number; left: number }> {
    const balance = this.#take(name, 0)
    const taken = balance <= 0 ? 0 : Math.min(points, balance + this.#bucket.debtMax)
    return Promise.resolve({ taken, left: this.#take(name, taken) })
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
  }

  #take(name: string, points: number): number {
    const now = clock.now()
    const { size, debtMax } = this.#bucket
    const left = Math.min(size, Math.max(this.#balance(name, now) - points, -debtMax))
    if (points === 0) return left
    this.#balances.set(name, { points: left, at: now })
    return left
  }

  #balance(name: string, now: number): number {
    const { size, perSecond } = this.#bucket
    const known = this.#balances.get(name)
    if (!known) return size
    return Math.min(size, known.points + ((now - known.at) / 1000) * perSecond)
  }

  #dropFull(): void {
    const now = clock.now()
    for (const name of this.#balances.keys()) {
      if (this.#balance(name, now) >= this.#bucket.size) this.#balances.delete(name)
    }
  }
}
