import type { Sql } from 'postgres'

/** Something that has a client now. It may have another one later. */
export interface HasClient {
  readonly client: Sql
}

/**
 * One connection, and another one when that is lost. Postgres.js 3.4.9 must not find its own way back: a client whose
 * connection closed with something unsent never writes again, and a statement sent to a closed one ends the process.
 * So a client is used until its connection closes, and is then replaced.
 */
export class Line implements HasClient {
  readonly #open: (onclose: () => void) => Sql
  #client: Sql
  #isEnded = false

  /** `open` makes a client of one connection (`max: 1`) that calls `onclose`. */
  constructor(open: (onclose: () => void) => Sql) {
    this.#open = open
    this.#client = this.#connect()
  }

  get client(): Sql {
    return this.#client
  }

  end(): Promise<void> {
    this.#isEnded = true
    return this.#client.end({ timeout: 5 })
  }

  #connect(): Sql {
    const client: Sql = this.#open(() => {
      if (this.#isEnded || this.#client !== client) return
      this.#client = this.#connect()
      void client.end({ timeout: 0 }).catch(() => {}) // what waited for it fails now
    })
    return client
  }
}

/** Lines for transactions: each is one transaction's alone. First come, first served. */
export class Lines {
  readonly #all: Line[]
  readonly #idle: Line[]
  readonly #waiting: ((line: Line) => void)[] = []

  constructor(all: Line[]) {
    this.#all = all
    this.#idle = [...all]
  }

  async use<T>(work: (line: Line) => Promise<T>): Promise<T> {
    const line = this.#idle.pop() ?? (await new Promise<Line>((resolve) => this.#waiting.push(resolve)))
    try {
      return await work(line)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(line)
      else this.#idle.push(line)
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#all.map((line) => line.end()))
  }
}
