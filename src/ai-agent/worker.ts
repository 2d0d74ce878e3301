import { randomUUID } from 'node:crypto'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { underLease } from '#base/under-lease.ts'
import { AI_AGENT_WAITS_MS } from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import {
  type ClaimedTurn,
  claimTurns,
  findShopsWithTurns,
  keepTurn,
  nextTurnAt,
  postponeTurn,
} from '#storage/ai-agent/turns.ts'
import { type DecideParts, loadDecider } from './decide.ts'
import type { AiAgentMetrics } from './metrics.ts'
import { runTurn } from './run-turn.ts'
import { MembersTyping } from './typing.ts'

interface WorkerOptions {
  database: Database
  parts: DecideParts
  metrics: AiAgentMetrics
  logger: Logger
}

/**
 * How long a claimed turn is ours, unless it is claimed for longer, as it is while it is worked at. When that ends, the turn is
 * due again: a crash delays its turns by this time, however long a model may take.
 */
const LEASE_MS = 10_000
const SWEEP_MS = 1_000
const RUNNING_MAX = 16
const CLAIM = 8
/** Retry delay of a failed turn, multiplied by the number of attempts. */
const RETRY_MS = 1_000

/** Does the AI agent's work. Any number may run at once on one database. */
export class AiAgentWorker {
  readonly #options: WorkerOptions
  readonly #typing: MembersTyping
  readonly #ring: TenantScheduler

  constructor(options: WorkerOptions) {
    const { database, logger } = options
    this.#options = options
    this.#typing = new MembersTyping(database.bus)
    this.#ring = new TenantScheduler({
      name: 'turns of the AI agent',
      sweepMs: SWEEP_MS,
      max: RUNNING_MAX,
      perClaim: CLAIM,
      findStores: (now, limit) => findShopsWithTurns(database.system, now, limit),
      claim: (shopId, now, limit) => this.#claim(shopId, now, limit),
      logger,
    })
  }

  start(): void {
    // A turn is due a moment after its message; a little more, for the clocks of timers and rows differ by a little.
    this.#options.database.bus.subscribe((shopId, { kind }) => {
      if (kind !== 'turns') return
      this.#ring.notifyAt(shopId, Date.now() + AI_AGENT_WAITS_MS + 2)
      loadDecider().catch(() => {}) // the turn tells
    })
    this.#ring.start()
  }

  stop(): Promise<void> {
    return this.#ring.stop()
  }

  async #claim(shopId: string, now: Date, limit: number) {
    const { database } = this.#options
    const shop = database.shop(shopId)
    const leaseEnd = new Date(now.getTime() + LEASE_MS)
    const turns = await claimTurns(shop, { now, lease: randomUUID(), leaseEnd, limit })
    const jobs = turns.map((turn) => () => {
      const renew = (leaseEnd: Date) => keepTurn(shop, turn, leaseEnd)
      return underLease(LEASE_MS, renew, () => this.#run(shopId, turn))
    })
    return { jobs, nextAt: turns.length < limit ? await nextTurnAt(shop) : undefined }
  }

  async #run(shopId: string, turn: ClaimedTurn): Promise<void> {
    const { database, parts, metrics, logger } = this.#options
    const shop = database.shop(shopId)
    const begun = performance.now()
    try {
      const patience = turn.kind === 'reply' ? await this.#typing.waitFor(shop, turn) : 0
      if (patience > 0) {
        await postponeTurn(shop, turn, new Date(Date.now() + patience), turn.attempts - 1)
        this.#ring.notifyAt(shopId, Date.now() + patience + 2)
        return
      }
      const outcome = await runTurn(shop, turn, parts)
      metrics.ran(outcome, performance.now() - begun)
    } catch (error) {
      metrics.ran('failed', performance.now() - begun)
      logger.warn({ shopId, err: error }, 'AI job failed')
      const again = Date.now() + RETRY_MS * turn.attempts
      await postponeTurn(shop, turn, new Date(again), turn.attempts).catch(() => {}) // then its lease ends by itself
      this.#ring.notifyAt(shopId, again + 2)
    }
  }
}
