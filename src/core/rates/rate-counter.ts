import { clock } from '#base/clock.ts'
import { RecentMap } from '#base/recent-map.ts'
import { RATE_WINDOW_MS } from '#core/limits.ts'

/**
 * Counts requests by name. Each one starts the time of its counter again (60 seconds, spec 8.3, unless it was made otherwise),
 * blocked ones too; only a counter left alone for the whole time starts again at zero.
 */
export interface RateCounter {
  /** Counts one request on each named counter; returns the new counts, in the same order. */
  hit(names: readonly string[]): Promise<number[]>
  /**
   * Counts one request on each counter before it is carried out, or on none of them where one is at its limit. Returns
   * the new counts in the order of `limits`, or null. One step, so that simultaneous requests cannot exceed a limit. A
   * counter that runs keeps its time.
   */
  take(limits: Readonly<Record<string, number>>): Promise<number[] | null>
  /** Takes back what `take` counted. */
  giveBack(names: readonly string[]): Promise<void>
  /** The counts as they are, without counting anything. */
  peek(names: readonly string[]): Promise<number[]>
}

/** Counters of a process: strangers choose their names (addresses, accounts), so there is an end to them. */
const COUNTERS_MAX = 100_000

/** For a single process. */
export class MemoryRateCounter implements RateCounter {
  readonly #counters = new RecentMap<string, { count: number; expiresAt: number }>(COUNTERS_MAX)
  readonly #windowMs: number
  readonly #sweep: NodeJS.Timeout

  constructor(windowMs = RATE_WINDOW_MS) {
    this.#windowMs = windowMs
    this.#sweep = setInterval(() => this.#dropExpired(), windowMs / 6).unref()
  }

  hit(names: readonly string[]): Promise<number[]> {
    return Promise.resolve(names.map((name) => this.#count(name, clock.now() + this.#windowMs)))
  }

  take(limits: Readonly<Record<string, number>>): Promise<number[] | null> {
    const all = Object.entries(limits)
    if (all.some(([name, limit]) => (this.#find(name)?.count ?? 0) >= limit)) return Promise.resolve(null)
    const taken = all.map(([name]) => this.#count(name, this.#find(name)?.expiresAt ?? clock.now() + this.#windowMs))
    return Promise.resolve(taken)
  }

  giveBack(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const counter = this.#find(name)
      if (counter && --counter.count === 0) this.#counters.delete(name)
    }
    return Promise.resolve()
  }

  peek(names: readonly string[]): Promise<number[]> {
    return Promise.resolve(names.map((name) => this.#find(name)?.count ?? 0))
  }

  #find(name: string) {
    const counter = this.#counters.get(name)
    return counter && counter.expiresAt > clock.now() ? counter : undefined
  }

  #count(name: string, expiresAt: number): number {
    const count = (this.#find(name)?.count ?? 0) + 1
    this.#counters.set(name, { count, expiresAt })
    return count
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
  }

  #dropExpired(): void {
    const now = clock.now()
    for (const [name, counter] of this.#counters) if (counter.expiresAt <= now) this.#counters.delete(name)
  }
}
