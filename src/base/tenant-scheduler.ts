import { setTimeout as sleep } from 'node:timers/promises'
import { KeyedTimers } from './keyed-timers.ts'
import type { Logger } from './logger.ts'
import { startPolling } from './poll-loop.ts'

/** How long a graceful stop waits for jobs under way. */
const DRAIN_MS = 10_000
/** Stores that one sweep finds. */
const SWEEP_STORES = 500

export interface RingOptions {
  /** What is done, for the log: `turns of the AI agent`. */
  name: string
  /** Milliseconds between two searches of all stores for due work. New work does not wait for a search: see `wake`. */
  sweepMs: number
  /** Jobs that run at a time in this process, all stores together. */
  max: number
  /** Jobs that one claim takes of one store, at most, so that stores take turns. */
  perClaim: number
  /** Stores with work that is due, longest due first. A rejection is logged; the next search tries again. */
  findStores: (now: Date, limit: number) => Promise<string[]>
  /**
   * Takes up to `limit` due jobs of a store, for example with `claimDue`; each starts at once and must not reject: it logs its
   * failure and makes its row due again. `nextAt`: when the store's next job is due. A queue may instead do its work within
   * the claim and return no jobs: then `max` limits nothing, and a store's work is done one after the other. A rejection is
   * logged; the store is claimed again after the next search, or when it is woken.
   */
  claim: (
    storeId: string,
    now: Date,
    limit: number,
  ) => Promise<{ jobs: (() => Promise<void>)[]; nextAt?: Date | undefined }>
  logger: Logger
}

/**
 * The loop of the workers: finds stores with due work, and claims and runs it in rounds over the stores. Each claim takes a few
 * jobs of one store, and one store has one claim at a time, so that a store with much work delays no other. A store whose
 * claim was full stands at the end of the next round; any other is claimed again at its `nextAt`, when it is woken, or
 * when a search finds it. Any number of processes may run one on the same database: claims are leases, or locks.
 *
 * The dispatcher of webhooks and the reader of mailboxes have loops of their own, for the reasons given there.
 */
export class TenantScheduler {
  readonly #options: RingOptions
  readonly #ring = new Set<string>()
  readonly #claiming = new Set<string>()
  readonly #alarms = new KeyedTimers()
  #stopSweeping = () => {}
  #running = 0
  #isStopping = false

  constructor(options: RingOptions) {
    this.#options = options
  }

  start(): void {
    this.#stopSweeping = startPolling(this.#options.sweepMs, () => this.#sweepStores())
  }

  /** Ends searches and claims, then waits up to 10 s for claims and jobs that run. The lease ends those that take longer. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopSweeping()
    this.#alarms.clear()
    const until = Date.now() + DRAIN_MS
    while ((this.#running > 0 || this.#claiming.size > 0) && Date.now() < until) {
      await sleep(10)
    }
  }

  /** Claims of a store in the present round: it may have work that is due. */
  notify(storeId: string): void {
    this.#ring.add(storeId)
    this.#pump()
  }

  /** Wakes a store at a time (`Date.now()`), up to 10 ms late; not after `stop`. */
  notifyAt(storeId: string, at: number): void {
    if (!this.#isStopping) this.#alarms.set(storeId, at, () => this.notify(storeId))
  }

  async #sweepStores(): Promise<void> {
    const { findStores, logger, name } = this.#options
    try {
      for (const storeId of await findStores(new Date(), SWEEP_STORES)) this.#ring.add(storeId)
      this.#pump()
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, `polling for ${name} failed`)
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
      else if (nextAt) this.notifyAt(storeId, Math.max(nextAt.getTime() + 2, now + 10))
    } catch (error) {
      logger.warn({ shopId: storeId, reason: (error as Error).message }, `claiming ${name} failed`)
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
