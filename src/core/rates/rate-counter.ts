import { clock } from '#base/clock.ts'
import { RATE_WINDOW_MS } from '#core/limits.ts'

/**
 * Counts requests by name. Each one starts the time of its counter again (60 seconds, spec 8, unless it was made otherwise),
 * blocked ones too; only a counter left alone for the whole time starts again at zero.
 */
export interface RateCounter {
  /** Counts one request on each named counter; returns the new counts, in the same order. */
  hit(names: readonly string[]): Promise<number[]>
  /** The counts as they are, without counting anything. */
  peek(names: readonly string[]): Promise<number[]>
}

/** Counters of a process: strangers choose their names (addresses, accounts), so there is an end to them. */
const COUNTERS_MAX = 100_000

/** For a single process. */
export class MemoryRateCounter implements RateCounter {
  readonly #counters = new Map<string, { count: number; expiresAt: number }>()
  readonly #windowMs: number
  readonly #sweep: NodeJS.Timeout

  constructor(windowMs = RATE_WINDOW_MS) {
    this.#windowMs = windowMs
    this.#sweep = setInterval(() => this.#dropExpired(), windowMs / 6).unref()
  }

  hit(names: readonly string[]): Promise<number[]> {
    const now = clock.now()
    return Promise.resolve(
      names.map((name) => {
        const counter = this.#counters.get(name)
        if (!counter || counter.expiresAt <= now) {
          this.#counters.delete(name)
          this.#counters.set(name, { count: 1, expiresAt: now + this.#windowMs })
          if (this.#counters.size > COUNTERS_MAX) this.#counters.delete(this.#counters.keys().next().value as string)
          return 1
        }
        counter.expiresAt = now + this.#windowMs
        // Moved to the end: what was hit longest ago comes first.
        this.#counters.delete(name)
        this.#counters.set(name, counter)
        return ++counter.count
      }),
    )
  }

  peek(names: readonly string[]): Promise<number[]> {
    const now = clock.now()
    return Promise.resolve(
      names.map((name) => {
        const counter = this.#counters.get(name)
        return counter && counter.expiresAt > now ? counter.count : 0
      }),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
  }

  #dropExpired(): void {
    const now = clock.now()
    for (const [name, counter] of this.#counters) if (counter.expiresAt <= now) this.#counters.delete(name)
  }
}
