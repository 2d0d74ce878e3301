/** How what a shop tells gets here: shares that are lost, or come twice, and how late each may be, which mixes them. */
export interface Road {
  lost: number
  doubled: number
  lateMs: number
}

/** Carries deliveries, few at a time. */
export class DeliveryRoad {
  readonly #road: () => Road
  readonly #underway = new Set<Promise<void>>()
  #waiting: (() => Promise<void>)[] = []
  #running = 0
  #isStopped = false
  #idle: (() => void)[] = []

  constructor(road: () => Road) {
    this.#road = road
  }

  send(deliver: () => Promise<unknown>): void {
    const { lost, doubled, lateMs } = this.#road()
    if (Math.random() < lost) return
    for (let copies = Math.random() < doubled ? 2 : 1; copies > 0; copies--) {
      const travel = new Promise<void>((arrive) => setTimeout(arrive, Math.random() * lateMs).unref())
      const arrival = travel.then(() => this.#queue(deliver))
      this.#underway.add(arrival)
      void arrival.finally(() => this.#underway.delete(arrival))
    }
  }

  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway)
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  stop(): void {
    this.#isStopped = true
    this.#waiting = []
  }

  #queue(deliver: () => Promise<unknown>): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push(() =>
        deliver().then(
          () => done(),
          () => done(),
        ),
      )
      this.#next()
    })
  }

  #next(): void {
    const work = this.#running < AT_ONCE && !this.#isStopped ? this.#waiting.shift() : undefined
    if (!work) return
    this.#running++
    void work().finally(() => {
      this.#running--
      if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve()
      this.#next()
    })
  }
}

const AT_ONCE = 4
