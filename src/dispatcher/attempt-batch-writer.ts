import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '#base/logger.ts'
import { disableFailing } from '#core/webhooks/disable.ts'
import type { Database, Queries } from '#database/database.ts'
import { type AttemptResult, completeDeliveries } from '#storage/webhooks/queue.ts'

/** Results wait this long to be written as a batch, or until a store has this many: the more, the less each costs. */
const WAIT_MS = 50
const BATCH = 256
/** Batch if all stores share one connection: a transaction of some 20 ms. */
const BATCH_IN_TURN = 8
/** While the database is away, results are offered again this often, until their leases have long ended. */
const RETRY_MS = 250
const RETRY_FOR_MS = 30_000

interface Queue {
  waiting: { result: AttemptResult; written: () => void }[]
  timer: NodeJS.Timeout | undefined
  writing: Promise<void> | undefined
}

/**
 * Writes results in batches, one at a time for each store: one statement serves dozens of deliveries, and batches that
 * would wait for each other's locks do not hold the connections that other stores need.
 */
export class Completer {
  readonly #database: Database
  readonly #logger: Logger
  readonly #mail: { inboxUrl: string } | null
  readonly #queues = new Map<string, Queue>()

  /** `mail` is null where no mail leaves the service: then nobody is mailed that a subscription was disabled. */
  constructor({ database, logger, mail }: { database: Database; logger: Logger; mail: { inboxUrl: string } | null }) {
    this.#database = database
    this.#logger = logger
    this.#mail = mail
  }

  /** Calls `written` when the result is stored, or given up. */
  add(shopId: string, result: AttemptResult, written: () => void): void {
    let queue = this.#queues.get(shopId)
    if (!queue) {
      queue = { waiting: [], timer: undefined, writing: undefined }
      this.#queues.set(shopId, queue)
    }
    queue.waiting.push({ result, written })
    if (queue.writing) return
    if (queue.waiting.length >= this.#batchOf(shopId)) this.#write(shopId, queue)
    else queue.timer ??= setTimeout(() => this.#write(shopId, queue), WAIT_MS)
  }

  /** Writes what is waiting and waits for what is being written. */
  async flush(): Promise<void> {
    await Promise.all([...this.#queues].map(([shopId, queue]) => this.#write(shopId, queue)))
  }

  #write(shopId: string, queue: Queue): Promise<void> {
    clearTimeout(queue.timer)
    queue.timer = undefined
    queue.writing ??= this.#writeAll(shopId, queue)
    return queue.writing
  }

  async #writeAll(shopId: string, queue: Queue): Promise<void> {
    const most = this.#batchOf(shopId)
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, most)
      await this.#insist(
        shopId,
        batch.map(({ result }) => result),
      )
      for (const { written } of batch) written()
      if (queue.waiting.length > 0 && queue.waiting.length < most) await sleep(WAIT_MS)
    }
    this.#queues.delete(shopId)
  }

  #batchOf(shopId: string): number {
    return this.#database.shop(shopId).takesTurns ? BATCH_IN_TURN : BATCH
  }

  async #insist(shopId: string, results: AttemptResult[]): Promise<void> {
    const until = Date.now() + RETRY_FOR_MS
    for (;;) {
      try {
        return await this.#database.shop(shopId).transaction((tx) => store(tx, results, this.#mail))
      } catch (error) {
        if (Date.now() > until) {
          this.#logger.error(
            { shopId, reason: (error as Error).message },
            'results lost; their deliveries will be repeated',
          )
          return
        }
        await sleep(RETRY_MS)
      }
    }
  }
}

/** A delivery's end and its subscription's are committed together, so that no crash leaves one without the other. */
async function store(tx: Queries, results: AttemptResult[], mail: { inboxUrl: string } | null): Promise<void> {
  await completeDeliveries(tx, results)
  for (const { subscriptionId, startedAt, disable, error: reason } of results) {
    if (disable) await disableFailing(tx, subscriptionId, { startedAt, queue: disable, reason }, mail)
  }
}
