import { Alarms } from './alarms.ts'
import type { Logger } from './logger.ts'
import { startSweeping } from './sweeping.ts'

/** How long a graceful stop waits for jobs under way. */
const DRAIN_MS = 10_000
/** Stores that one sweep finds. */
const SWEEP_STORES = 500

export interface RingOptions {
  /** What is done, for the log: `turns of the AI agent`. */
  name: string
  /** How often all stores are looked over for what is due. New work does not wait for it. */
  sweepMs: number
  /** Jobs under way, all stores together. */
  max: number
  /** How many one claim takes of one store, so that stores take turns. */
  perClaim: number
  /** Stores with work that is due, longest due first. */
  findStores: (now: Date, limit: number) => Promise<string[]>
  /** Takes up to `limit` due jobs of a store; each is begun at once. `nextAt`: when the store's next one is due. */
  claim: (
    storeId: string,
    now: Date,
    limit: number,
  ) => Promise<{ jobs: (() => Promise<void>)[]; nextAt?: Date | undefined }>
  logger: Logger
}

/**
 * Work that is due, store by store: stores stand in a ring, each claim takes a few jobs of one, and so a store with much
 * to do delays nobody. Any number of processes may run one: claims are leases.
 */
export class StoreRing {
  readonly #options: RingOptions
  readonly #ring = new Set<string>()
  readonly #claiming = new Set<string>()
  readonly #alarms = new Alarms()
  #stopSweeping = () => {}
  #running = 0
  #isStopping = false

  constructor(options: RingOptions) {
    this.#options = options
  }

  start(): void {
    this.#stopSweeping = startSweeping(this.#options.sweepMs, () => this.#sweepStores())
  }

  /** No more claims; what is under way may finish. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopSweeping()
    this.#alarms.clear()
    const until = Date.now() + DRAIN_MS
    while ((this.#running > 0 || this.#claiming.size > 0) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** A store has something to do now. */
  wake(storeId: string): void {
    this.#ring.add(storeId)
    this.#pump()
  }

  /** Looks at a store at a time (Date.now()). */
  wakeAt(storeId: string, at: number): void {
    if (!this.#isStopping) this.#alarms.set(storeId, at, () => this.wake(storeId))
  }

  async #sweepStores(): Promise<void> {
    const { findStores, logger, name } = this.#options
    try {
      for (const storeId of await findStores(new Date(), SWEEP_STORES)) this.#ring.add(storeId)
      this.#pump()
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, `cannot look for ${name}`)
    }
  }

  /** Lets the stores of the ring claim in turn, as far as there is room. */
  #pump(): void {
    for (const storeId of this.#ring) {
      if (this.#isStopping || this.#running >= this.#options.max) return
      if (this.#claiming.has(storeId)) continue
      this.#ring.delete(storeId)
      void this.#claim(storeId)
    }
  }

  async #claim(storeId: string): Promise<void> {
    const { claim, max, perClaim, logger, name } = this.#options
    this.#claiming.add(storeId)
    try {
      const now = Date.now()
      const limit = Math.min(perClaim, max - this.#running)
      const { jobs, nextAt } = await claim(storeId, new Date(now), limit)
      for (const job of jobs) void this.#run(job)
      if (jobs.length === limit) this.#ring.add(storeId)
      else if (nextAt) this.wakeAt(storeId, Math.max(nextAt.getTime() + 2, now + 10))
    } catch (error) {
      logger.warn({ storeId, reason: (error as Error).message }, `cannot claim ${name}`)
    } finally {
      this.#claiming.delete(storeId)
      this.#pump()
    }
  }

  async #run(job: () => Promise<void>): Promise<void> {
    this.#running++
    try {
      await job()
    } finally {
      this.#running--
      this.#pump()
    }
  }
}
