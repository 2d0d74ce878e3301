/** Statements sent ahead of their answers: the server's thread never waits for the next, and nobody waits long. */
const SHARED_MAX = 4

interface Turn {
  isExclusive: boolean
  start: () => Promise<unknown>
}

/**
 * The embedded server has one connection: single statements share it, a transaction holds it alone. Stores take turns,
 * one statement or transaction each: a store with a thousand of them in line delays another's by one, not by a thousand.
 * Within a store, first come, first served.
 */
export class FairLock {
  /** What waits, by store. The order of the map is the order of the turns. */
  readonly #waiting = new Map<string, Turn[]>()
  #running = 0
  #isHeld = false

  shared<T>(shopId: string, statement: () => Promise<T>): Promise<T> {
    return this.#enqueue(shopId, false, statement)
  }

  exclusive<T>(shopId: string, work: () => Promise<T>): Promise<T> {
    return this.#enqueue(shopId, true, work)
  }

  #enqueue<T>(shopId: string, isExclusive: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.size === 0 && this.#mayStart(isExclusive)) return this.#run(isExclusive, work)
    return new Promise<T>((resolve, reject) => {
      const turn = { isExclusive, start: () => this.#run(isExclusive, work).then(resolve, reject) }
      const line = this.#waiting.get(shopId)
      if (line) line.push(turn)
      else this.#waiting.set(shopId, [turn])
    })
  }

  #mayStart(isExclusive: boolean): boolean {
    return !this.#isHeld && (isExclusive ? this.#running === 0 : this.#running < SHARED_MAX)
  }

  #run<T>(isExclusive: boolean, work: () => Promise<T>): Promise<T> {
    this.#running++
    this.#isHeld = isExclusive
    const end = () => {
      this.#running--
      this.#isHeld = false
      this.#startWaiting()
    }
    // Async, so that work that throws at once rejects like work that throws later.
    const result = (async () => work())()
    result.then(end, end)
    return result
  }

  /** Starts what may start, a turn for each store. One whose turn it is waits for those that run, and all others for it. */
  #startWaiting(): void {
    for (;;) {
      const [next] = this.#waiting
      if (!next) return
      const [shopId, line] = next
      const turn = line[0] as Turn
      if (!this.#mayStart(turn.isExclusive)) return
      line.shift()
      this.#waiting.delete(shopId) // and, if there is more, back to the end
      if (line.length > 0) this.#waiting.set(shopId, line)
      void turn.start()
    }
  }
}
