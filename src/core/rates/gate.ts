/** Requests of one store that may wait for their turn. */
const WAITING_MAX = 2_000

interface Line {
  running: number
  waiting: (() => void)[]
}

/**
 * Bounds what one store may ask at once: so many requests run, so many wait in line, the rest are turned away.
 * Stores do not wait for each other.
 */
export class Gate {
  readonly #runningMax: number
  readonly #lines = new Map<string, Line>()

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

  /**
   * Runs `work` when it is its turn; undefined, at once, when the line is full. Work whose turn it is and that waits for
   * nothing is done at once, too.
   */
  run<T>(shopId: string, work: () => Promise<T>): Promise<T> | undefined
  run<T>(shopId: string, work: () => T | Promise<T>): T | Promise<T> | undefined
  run<T>(shopId: string, work: () => T | Promise<T>): T | Promise<T> | undefined {
    const line = this.#lines.get(shopId) ?? { running: 0, waiting: [] }
    if (line.running >= this.#runningMax) {
      if (line.waiting.length >= WAITING_MAX) return undefined
      return new Promise<void>((resolve) => line.waiting.push(resolve)).then(() => this.#take(shopId, line, work))
    }
    line.running++
    this.#lines.set(shopId, line)
    return this.#take(shopId, line, work)
  }

  #take<T>(shopId: string, line: Line, work: () => T | Promise<T>): T | Promise<T> {
    let isPending = false
    try {
      const result = work()
      isPending = result instanceof Promise
      return isPending ? this.#await(shopId, line, result) : result
    } finally {
      if (!isPending) this.#leave(shopId, line)
    }
  }

  async #await<T>(shopId: string, line: Line, result: T | Promise<T>): Promise<T> {
    try {
      return await result
    } finally {
      this.#leave(shopId, line)
    }
  }

  #leave(shopId: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) this.#lines.delete(shopId)
  }
}
