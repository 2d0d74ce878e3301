/** Requests of one store that may wait for their turn. */
const WAITING_MAX = 2_000

interface WaitQueue {
  running: number
  waiting: (() => void)[]
}

/**
 * Bounds the requests of one store: a number runs, a number waits in line, the rest are rejected.
 * Stores do not wait for each other.
 */
export class ConcurrencyLimiter {
  readonly #runningMax: number
  readonly #lines = new Map<string, WaitQueue>()

  constructor(runningMax: number) {
    this.#runningMax = runningMax
  }

  /** Resolves when it is the store's turn, with what ends the turn; undefined, at once, when the line is full. */
  enter(shopId: string): Promise<() => void> | undefined {
    const line = this.#lines.get(shopId) ?? { running: 0, waiting: [] }
    const leave = () => this.#leave(shopId, line)
    if (line.running >= this.#runningMax) {
      if (line.waiting.length >= WAITING_MAX) return undefined
      return new Promise((resolve) => line.waiting.push(() => resolve(leave)))
    }
    line.running++
    this.#lines.set(shopId, line)
    return Promise.resolve(leave)
  }

  /** Runs `work` when it is its turn; undefined, at once, when the line is full. */
  run<T>(shopId: string, work: () => Promise<T>): Promise<T> | undefined {
    return this.enter(shopId)?.then(async (leave) => {
      try {
        return await work()
      } finally {
        leave()
      }
    })
  }

  #leave(shopId: string, line: WaitQueue): void {
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) this.#lines.delete(shopId)
  }
}
