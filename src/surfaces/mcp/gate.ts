/** Requests of one store that run at once, and that may wait for their turn. */
const RUNNING_MAX = 64
const WAITING_MAX = 2_000

/**
 * Bounds what one store's assistants may ask at once: so many run, so many wait in line, the rest are turned away.
 * Stores do not wait for each other.
 */
export class Gate {
  readonly #lines = new Map<string, { running: number; waiting: (() => void)[] }>()

  /** Runs `work` when it is its turn; undefined, at once, when the line is full. */
  run<T>(shopId: string, work: () => Promise<T>): Promise<T> | undefined {
    const line = this.#lines.get(shopId) ?? { running: 0, waiting: [] }
    if (line.running >= RUNNING_MAX && line.waiting.length >= WAITING_MAX) return undefined
    this.#lines.set(shopId, line)
    return this.#take(shopId, line, work)
  }

  async #take<T>(shopId: string, line: { running: number; waiting: (() => void)[] }, work: () => Promise<T>) {
    if (line.running < RUNNING_MAX) line.running++
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
