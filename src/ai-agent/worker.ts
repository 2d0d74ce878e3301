import { randomUUID } from 'node:crypto'
import { Alarms } from '#base/alarms.ts'
import type { Logger } from '#base/logger.ts'
import { AI_AGENT_WAITS_MS } from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import { type ClaimedTurn, claimTurns, findShopsWithTurns, nextTurnAt, postponeTurn } from '#storage/ai-agent/turns.ts'
import type { DecideParts } from './decide.ts'
import type { AiAgentMetrics } from './metrics.ts'
import { runTurn } from './run-turn.ts'
import { MembersTyping } from './typing.ts'

interface WorkerOptions {
  database: Database
  parts: DecideParts
  /** What a turn may take, in milliseconds: the model's time. */
  turnMs: number
  metrics: AiAgentMetrics
  logger: Logger
}

/** How long a claimed turn is ours, beside what the model may take. When it ends, the turn is due again: a crash delays what was held by so much. */
const LEASE_MS = 10_000
/** How often all stores are looked over for what is due. New turns do not wait for it. */
const SWEEP_MS = 1_000
const SWEEP_SHOPS = 500
/** Turns under way, all stores together; and how many of one store one claim takes, so that stores take turns. */
const RUNNING_MAX = 16
const CLAIM = 8
/** Before a turn that failed is tried again: so long, times how often it was tried. */
const RETRY_MS = 1_000
/** How long a graceful stop waits for turns under way. */
const DRAIN_MS = 10_000

/**
 * Does the AI agent's work. Any number may run at once on one database: stores that are due stand in a ring, each claim
 * takes a few turns of one store, and whoever claimed them has a lease.
 */
export class AiAgentWorker {
  readonly #options: WorkerOptions
  readonly #typing: MembersTyping
  readonly #ring = new Set<string>()
  readonly #claiming = new Set<string>()
  readonly #alarms = new Alarms()
  #sweep: NodeJS.Timeout | undefined
  #running = 0
  #isStopping = false

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#typing = new MembersTyping(options.database.bus)
  }

  start(): void {
    // A turn is due a moment after its message; a little more, for the clocks of timers and rows differ by a little.
    this.#options.database.bus.subscribe((shopId, { kind }) => {
      if (kind === 'turns') this.#wakeAt(shopId, Date.now() + AI_AGENT_WAITS_MS + 2)
    })
    const sweep = async () => {
      await this.#sweepShops()
      if (!this.#isStopping) this.#sweep = setTimeout(sweep, SWEEP_MS)
    }
    void sweep()
  }

  /** No more claims; what is under way may finish. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#sweep)
    this.#alarms.clear()
    const until = Date.now() + DRAIN_MS
    while ((this.#running > 0 || this.#claiming.size > 0) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async #sweepShops(): Promise<void> {
    const { database, logger } = this.#options
    try {
      for (const shopId of await findShopsWithTurns(database.system, new Date(), SWEEP_SHOPS)) this.#ring.add(shopId)
      this.#pump()
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'cannot look for turns of the AI agent')
    }
  }

  /** Looks at a store at a time, or earlier where that is planned. */
  #wakeAt(shopId: string, at: number): void {
    if (this.#isStopping) return
    this.#alarms.set(shopId, at, () => {
      this.#ring.add(shopId)
      this.#pump()
    })
  }

  /** Lets the stores of the ring claim in turn, as far as there is room. */
  #pump(): void {
    for (const shopId of this.#ring) {
      if (this.#isStopping || this.#running >= RUNNING_MAX) return
      if (this.#claiming.has(shopId)) continue
      this.#ring.delete(shopId)
      void this.#claim(shopId)
    }
  }

  async #claim(shopId: string): Promise<void> {
    const { database, turnMs, logger } = this.#options
    const shop = database.shop(shopId)
    this.#claiming.add(shopId)
    try {
      const now = Date.now()
      const limit = Math.min(CLAIM, RUNNING_MAX - this.#running)
      const claim = { now: new Date(now), lease: randomUUID(), leaseEnd: new Date(now + LEASE_MS + turnMs), limit }
      const turns = await claimTurns(shop, claim)
      for (const turn of turns) void this.#run(shopId, turn)
      if (turns.length === limit) this.#ring.add(shopId)
      else {
        const next = await nextTurnAt(shop)
        if (next) this.#wakeAt(shopId, Math.max(next.getTime() + 2, now + 10))
      }
    } catch (error) {
      logger.warn({ shopId, reason: (error as Error).message }, 'cannot claim turns of the AI agent')
    } finally {
      this.#claiming.delete(shopId)
      this.#pump()
    }
  }

  async #run(shopId: string, turn: ClaimedTurn): Promise<void> {
    const { database, parts, metrics, logger } = this.#options
    const shop = database.shop(shopId)
    this.#running++
    const begun = performance.now()
    try {
      const patience = turn.kind === 'reply' ? this.#typing.waitFor(shopId, turn.conversationId) : 0
      if (patience > 0) {
        await postponeTurn(shop, turn, new Date(Date.now() + patience), turn.attempts - 1)
        this.#wakeAt(shopId, Date.now() + patience + 2)
        return
      }
      const outcome = await runTurn(shop, turn, parts)
      metrics.ran(outcome, performance.now() - begun)
    } catch (error) {
      metrics.ran('failed', performance.now() - begun)
      logger.warn({ shopId, err: error }, 'a turn of the AI agent failed')
      const again = Date.now() + RETRY_MS * turn.attempts
      await postponeTurn(shop, turn, new Date(again), turn.attempts).catch(() => {}) // then its lease ends by itself
      this.#wakeAt(shopId, again + 2)
    } finally {
      this.#running--
      this.#pump()
    }
  }
}
