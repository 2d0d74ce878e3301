/** Requests of one store that may wait for their turn. */
const WAITING_MAX = 2_000

/**
 * Bounds what one store may ask at once: so many requests run, so many wait in line, the rest are turned away.
 * Stores do not wait for each other.
 */
export class Gate {
  readonly #runningMax: number
  readonly #lines = new Map<string, { running: number; waiting: (() => void)[] }>()

  constructor(runningMax: number) {
    this.#runningMax = runningMax
  }

  /** Resolves when it is the store's turn, with what ends the turn; undefined, at once, when the line is full. */
  enter(shopId: string): Promise<() => void> | undefined {
    const { promise, resolve } = Promise.withResolvers<() => void>()
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const turn = this.run(shopId, () => {
      resolve(leave)
      return left
    })
    return turn && promise
  }

  /** Runs `work` when it is its turn; undefined, at once, when the line is full. */
  run<T>(shopId: string, work: () => T | Promise<T>): Promise<T> | undefined {
    const line = this.#lines.get(shopId) ?? { running: 0, waiting: [] }
    if (line.running >= this.#runningMax && line.waiting.length >= WAITING_MAX) return undefined
    this.#lines.set(shopId, line)
    return this.#take(shopId, line, work)
  }

  async #take<T>(shopId: string, line: { running: number; waiting: (() => void)[] }, work: () => T | Promise<T>) {
    if (line.running < this.#runningMax) line.running++
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) this.#lines.delete(shopId)
    }
  }
}
