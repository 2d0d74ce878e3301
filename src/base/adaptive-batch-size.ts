/**
 * How much of a long work to do at once, so that each piece takes about `targetMs`: it starts small and follows what the
 * pieces before took. For work that others wait behind.
 */
export class AdaptiveBatchSize {
  readonly #targetMs: number
  readonly #max: number
  #size: number

  constructor({ targetMs, start, max }: { targetMs: number; start: number; max: number }) {
    this.#targetMs = targetMs
    this.#max = max
    this.#size = start
  }

  get size(): number {
    return Math.max(1, Math.floor(this.#size))
  }

  /** Notes that a piece of `count` took `ms`. It at most doubles: one quick piece says little. */
  took(count: number, ms: number): void {
    const fitting = (count / Math.max(ms, 0.1)) * this.#targetMs
    this.#size = Math.min(this.#max, Math.max(1, Math.min(fitting, this.#size * 2)))
  }
}
