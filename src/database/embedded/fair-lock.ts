/** Statements sent ahead of their answers: the server's thread never waits for the next, and nobody waits long. */
const SHARED_MAX = 4
/** How long who was just served is waited for: a request takes several turns, with little between. */
const MORE_MS = 3
/** How much longer somebody's turns must have been before they wait so. */
const LONGER_MS = 4
/** Statements of no single store: nobody waits for the next of them. */
const EVERY_STORE = '*'

interface Turn {
  isExclusive: boolean
  start: () => Promise<unknown>
}

/**
 * The embedded server has one connection: single statements share it, a transaction holds it alone. Stores take turns,
 * one statement or transaction each: a store with a thousand of them in line delays another's by one, not by a thousand.
 * Within a store, first come, first served.
 *
 * A store yields to others for as long as its last turn took, including those who have just been served and will
 * ask again at once. So a request of five turns waits for one long turn of another store, not for five.
 */
export class FairLock {
  /** What waits, by store. The order of the map is the order of the turns. */
  readonly #waiting = new Map<string, Turn[]>()
  /** Until when stores yield to others. */
  readonly #yielding = new Map<string, number>()
  /** Store that was served last and may be back before `until`. */
  #expected: { shopId: string; until: number } | undefined
  #wake: NodeJS.Timeout | undefined
  #running = 0
  #isHeld = false
  /** How much was worked when the last turn ended: what is sent ahead of its answer is worked on from then on. */
  #ended = 0
  readonly #now: () => number
  readonly #worked: () => number

  /**
   * `worked`: for how long the server has worked in all. A turn is judged by that, not by how long it seemed on this thread,
   * which may have been busy with another store's request when the answer came.
   */
  constructor({ now = () => performance.now(), worked = now }: { now?: () => number; worked?: () => number } = {}) {
    this.#now = now
    this.#worked = worked
  }

  shared<T>(shopId: string, statement: () => Promise<T>): Promise<T> {
    return this.#enqueue(shopId, false, statement)
  }

  exclusive<T>(shopId: string, work: () => Promise<T>): Promise<T> {
    return this.#enqueue(shopId, true, work)
  }

  #enqueue<T>(shopId: string, isExclusive: boolean, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const turn = { isExclusive, start: () => this.#run(shopId, isExclusive, work).then(resolve, reject) }
      const line = this.#waiting.get(shopId)
      if (line) line.push(turn)
      else this.#waiting.set(shopId, [turn])
      this.#startWaiting()
    })
  }

  #mayStart(isExclusive: boolean): boolean {
    return !this.#isHeld && (isExclusive ? this.#running === 0 : this.#running < SHARED_MAX)
  }

  #run<T>(shopId: string, isExclusive: boolean, work: () => Promise<T>): Promise<T> {
    this.#running++
    this.#isHeld = isExclusive
    const begun = this.#worked()
    const end = () => {
      this.#running--
      this.#isHeld = false
      this.#settle(shopId, begun)
      this.#startWaiting()
    }
    // Async, so that work that throws at once rejects like work that throws later.
    const result = (async () => work())()
    result.then(end, end)
    return result
  }

  /** Notes what a turn that has ended means for the next ones. */
  #settle(shopId: string, begun: number): void {
    const now = this.#now()
    const worked = this.#worked()
    const taken = worked - Math.max(begun, this.#ended)
    this.#ended = worked
    for (const [id, until] of this.#yielding) if (until <= now) this.#yielding.delete(id)
    this.#yielding.set(shopId, now + taken)
    if (shopId !== EVERY_STORE) this.#expected = { shopId, until: now + MORE_MS }
  }

  /** Starts what may start, a turn for each store. One whose turn it is waits for those that run, and all others for it. */
  #startWaiting(): void {
    while (this.#waiting.size > 0 && !this.#isHeld) {
      const shopId = this.#next()
      const line = this.#waiting.get(shopId) as Turn[]
      const turn = line[0] as Turn
      if (!this.#mayStart(turn.isExclusive) || this.#waitsForMore(shopId)) return
      line.shift()
      this.#waiting.delete(shopId) // and, if there is more, back to the end
      if (line.length > 0) this.#waiting.set(shopId, line)
      void turn.start()
    }
  }

  /** The store whose turn it is: the one that has to yield for the shortest time; of several, the first in the queue. */
  #next(): string {
    const now = this.#now()
    let next = ''
    let least = Number.POSITIVE_INFINITY
    for (const shopId of this.#waiting.keys()) {
      const left = this.#leftToYield(shopId, now)
      if (left < least) [next, least] = [shopId, left]
    }
    return next
  }

  /**
   * Whether a store waits because another one, that took less, may be back at once. When the time is up, what has come
   * meanwhile is heard first: this thread may have been busy with something else, and they may be in line.
   */
  #waitsForMore(shopId: string): boolean {
    const now = this.#now()
    const expected = this.#expected
    if (!expected || expected.shopId === shopId) return false
    if (this.#leftToYield(shopId, now) - this.#leftToYield(expected.shopId, now) <= LONGER_MS) return false
    const wake = () => {
      this.#wake = undefined
      if (this.#expected === expected) this.#expected = undefined // they did not come
      this.#startWaiting()
    }
    this.#wake ??= setTimeout(() => setImmediate(wake), Math.max(0, expected.until - now))
    return true
  }

  #leftToYield(shopId: string, now: number): number {
    return Math.max(0, (this.#yielding.get(shopId) ?? 0) - now)
  }
}
