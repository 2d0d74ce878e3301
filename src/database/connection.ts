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
export class Connection implements HasClient {
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

/** Connections that no single store may take: somebody else's transaction always finds one soon. */
const KEPT_FREE = 2

/**
 * Connections for transactions: each serves one transaction at a time. Stores that wait for one take turns, and a store
 * never holds all of them; within a store, first come, first served.
 */
export class ConnectionPool {
  readonly #all: Connection[]
  readonly #idle: Connection[]
  /** How many each store holds now. */
  readonly #held = new Map<string, number>()
  /** What waits, by store. The order of the map is the order of the turns. */
  readonly #waiting = new Map<string, ((connection: Connection) => void)[]>()

  constructor(all: Connection[]) {
    this.#all = all
    this.#idle = [...all]
  }

  async use<T>(shopId: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await new Promise<Connection>((resolve) => {
      const line = this.#waiting.get(shopId)
      if (line) line.push(resolve)
      else this.#waiting.set(shopId, [resolve])
      this.#serve()
    })
    try {
      return await work(connection)
    } finally {
      const held = (this.#held.get(shopId) as number) - 1
      if (held > 0) this.#held.set(shopId, held)
      else this.#held.delete(shopId)
      this.#idle.push(connection)
      this.#serve()
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection.end()))
  }

  #serve(): void {
    for (const [shopId, line] of this.#waiting) {
      if (this.#idle.length === 0) return
      const held = this.#held.get(shopId) ?? 0
      if (held >= this.#all.length - KEPT_FREE) continue
      this.#held.set(shopId, held + 1)
      const next = line.shift() as (connection: Connection) => void
      this.#waiting.delete(shopId) // and, if there is more, back to the end, where this loop comes by again
      if (line.length > 0) this.#waiting.set(shopId, line)
      next(this.#idle.pop() as Connection)
    }
  }
}
