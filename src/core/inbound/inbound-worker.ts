import { randomUUID } from 'node:crypto'
import { Budget } from '#base/budget.ts'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { underLease } from '#base/under-lease.ts'
import type { QueueMessage } from '#database/bus/messages.ts'
import type { Database, Shop } from '#database/database.ts'
import type { ClaimedInbound, InboundQueue } from '#storage/inbound/inbound-queue.ts'

/** A kill delays what the process was applying by this. */
const LEASE_MS = 10_000
const SWEEP_MS = 1_000
const RUNNING_MAX = 32
/** Payloads of one store at a time on one shared connection: enough to keep the database busy while others wait. */
const CLAIM_IN_TURN = 2
const CLAIM = 16
/** What is done at about the same time lets the store look for more once. */
const TOGETHER_MS = 3
/** Retry delay of what cannot be applied, multiplied by the number of attempts; then it is dead-lettered. */
const RETRY_MS = 3_000
const ATTEMPTS_MAX = 8
/** Bytes of payloads that are being applied, and of their content. */
const BYTES_MAX = 64 * 1024 * 1024

export interface InboundWorkerOptions<Sources> {
  /** What came in, for the log: `messages that came in`. */
  name: string
  /** What is announced when something has come in. */
  announced: QueueMessage['kind']
  database: Database
  queue: InboundQueue
  /** Read once for all payloads that are claimed together. */
  readSources: (shop: Shop) => Promise<Sources>
  /** Applies a payload. It may be run again from its beginning, and must then change nothing twice. */
  apply: (shop: Shop, inbound: ClaimedInbound, payload: Buffer, sources: Sources) => Promise<void>
  /** Meaning of an error: `final`: it can never be applied; a number: retry after that many ms, nothing is wrong. */
  judge: (error: Error) => 'final' | number | undefined
  /** Called when a payload is dead-lettered. */
  givenUp: (shop: Shop, inbound: ClaimedInbound, error: Error) => Promise<void> | void
  logger: Logger
}

/** Applies what others sent, store by store (base/tenant-scheduler.ts). Any number may run at once on one database. */
export class InboundWorker<Sources> {
  readonly #options: InboundWorkerOptions<Sources>
  readonly #ring: TenantScheduler
  readonly #budget = new Budget(BYTES_MAX)

  constructor(options: InboundWorkerOptions<Sources>) {
    const { database, queue, name, logger } = options
    this.#options = options
    this.#ring = new TenantScheduler({
      name,
      sweepMs: SWEEP_MS,
      max: RUNNING_MAX,
      perClaim: CLAIM,
      findStores: (now, limit) => queue.findShops(database.system, now, limit),
      claim: (shopId, now, limit) => this.#claim(shopId, now, limit),
      logger,
    })
  }

  start(): void {
    const { database, announced } = this.#options
    database.bus.on([announced], (shopId) => this.#ring.notify(shopId))
    this.#ring.start()
  }

  stop(): Promise<void> {
    return this.#ring.stop()
  }

  async #claim(shopId: string, now: Date, limit: number) {
    const { database, queue, readSources } = this.#options
    const shop = database.shop(shopId)
    const leaseEnd = new Date(now.getTime() + LEASE_MS)
    const most = shop.takesTurns ? Math.min(limit, CLAIM_IN_TURN) : limit
    const claimed = await queue.claim(shop, { now, lease: randomUUID(), leaseEnd, limit: most })
    // Each job looks again when it is done.
    if (claimed.length === 0) return { jobs: [], nextAt: await queue.nextAt(shop) }
    const sources = await readSources(shop)
    return { jobs: claimed.map((inbound) => () => this.#run(shop, inbound, sources)) }
  }

  async #run(shop: Shop, inbound: ClaimedInbound, sources: Sources): Promise<void> {
    const { queue } = this.#options
    try {
      await underLease(
        LEASE_MS,
        (leaseEnd) => queue.extend(shop, inbound, leaseEnd),
        () => this.#budget.hold(inbound.size, () => this.#apply(shop, inbound, sources)),
      )
    } catch (error) {
      await this.#putBack(shop, inbound, error as Error)
    } finally {
      this.#ring.notifyAt(shop.shopId, Date.now() + TOGETHER_MS) // the lane's next one
    }
  }

  async #apply(shop: Shop, inbound: ClaimedInbound, sources: Sources): Promise<void> {
    const { queue, apply } = this.#options
    const payload = await queue.readPayload(shop, inbound)
    if (!payload) return
    await apply(shop, inbound, payload, sources)
    await queue.remove(shop, inbound)
  }

  async #putBack(shop: Shop, inbound: ClaimedInbound, error: Error): Promise<void> {
    const { logger, queue, judge, givenUp, name } = this.#options
    const verdict = judge(error)
    const isGivenUp = verdict === 'final' || inbound.attempts >= ATTEMPTS_MAX
    if (typeof verdict !== 'number') {
      logger.warn({ shopId: shop.shopId, inboundId: inbound.id, isGivenUp, err: error }, `applying ${name} failed`)
    }
    const waitMs = typeof verdict === 'number' ? verdict : RETRY_MS * inbound.attempts
    const dueAt = isGivenUp ? null : new Date(Date.now() + waitMs)
    const putBack = async () => {
      if (isGivenUp) await givenUp(shop, inbound, error)
      await queue.postpone(shop, inbound, { dueAt, error: error.message.slice(0, 500) })
    }
    await putBack().catch(() => {}) // then its lease ends by itself
    if (dueAt) this.#ring.notifyAt(shop.shopId, dueAt.getTime() + 2)
  }
}
