import { slowness } from '#test/quick.ts'
import { sleep } from '#test/until.ts'

const PAUSE_MS = 5

/** A request of another store that waited. */
export interface Wait {
  ms: number
  /** What the wait would have been on a quiet machine. */
  quietMs: number
  /** Which requests of the fuzzer it may be due to. */
  beside: number[]
}

/**
 * Asks for something small of another store, again and again, while a service is fuzzed: whatever holds its one thread up
 * holds this up. `ask` sends the request, `underWay` tells which requests of the fuzzer it may have to wait for.
 */
export class Watcher {
  readonly #watching: Promise<void>
  readonly #waits: Wait[] = []
  #isOver = false
  #count = 0

  constructor(ask: () => Promise<unknown>, underWay: () => number[], slowMs: number) {
    this.#watching = this.#watch(ask, underWay, slowMs)
  }

  /** How many requests were sent, and those that waited for longer than `slowMs`, longest first. */
  async stop(): Promise<{ count: number; waits: Wait[] }> {
    this.#isOver = true
    await this.#watching
    return { count: this.#count, waits: this.#waits.toSorted((a, b) => b.quietMs - a.quietMs) }
  }

  async #watch(ask: () => Promise<unknown>, underWay: () => number[], slowMs: number): Promise<void> {
    while (!this.#isOver) {
      const beside = underWay()
      const startedAt = performance.now()
      await ask()
      const ms = performance.now() - startedAt
      this.#count++
      if (ms > slowMs) this.#waits.push({ ms, quietMs: ms / (await slowness()), beside })
      await sleep(PAUSE_MS)
    }
  }
}

/** How long a run of work goes on at least after its request's answer: the AI agent and mail are read later. */
const AFTER_MS = 50

/**
 * The longest time that a request of another store waits while one request is sent and worked at, in milliseconds of a
 * quiet machine. A wait that is longer than `slowMs` is measured three times, and the shortest counts.
 */
export async function waitBeside(
  ask: () => Promise<unknown>,
  act: () => Promise<unknown>,
  slowMs: number,
): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && shortest > slowMs; round++) {
    const watcher = new Watcher(ask, () => [], slowMs)
    await act().catch(() => {})
    await sleep(AFTER_MS)
    const { waits } = await watcher.stop()
    shortest = Math.min(shortest, waits[0]?.quietMs ?? 0)
  }
  return shortest
}
