import { clock } from '#base/clock.ts'
import { RATE_WINDOW_MS } from './limits.ts'

/**
 * Counts requests by name. Each one starts the time of its counter anew (60 seconds, spec 8, unless told otherwise),
 * blocked ones too; only a counter left alone for the whole time starts again at zero.
 */
export interface RateCounter {
  /** Counts one request on each named counter; answers the new counts, in the same order. */
  hit(names: readonly string[]): Promise<number[]>
}

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
          this.#counters.set(name, { count: 1, expiresAt: now + this.#windowMs })
          return 1
        }
        counter.expiresAt = now + this.#windowMs
        return ++counter.count
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
