import type { Logger } from '#base/logger.ts'
import type { Database, Queries } from '#database/database.ts'
import { type AttemptResult, completeDeliveries, disableSubscription } from '#storage/webhooks/queue.ts'

/** Results wait this long to be written as a batch, or until a store has this many. */
const WAIT_MS = 5
const BATCH = 64
/** The same where all stores take turns on one connection: a transaction of some 20 ms. */
const BATCH_IN_TURN = 8
/** While the database is away, results are offered again this often, until their leases have long ended. */
const RETRY_MS = 250
const RETRY_FOR_MS = 30_000

interface Batch {
  results: AttemptResult[]
  written: PromiseWithResolvers<void>
}

/** Writes results in batches, a store at a time: one statement serves dozens of deliveries. */
export class Completer {
  readonly #database: Database
  readonly #logger: Logger
  readonly #open = new Map<string, Batch>()
  readonly #writing = new Set<Promise<void>>()

  constructor(database: Database, logger: Logger) {
    this.#database = database
    this.#logger = logger
  }

  /** Resolves when the result is stored, or given up. */
  add(shopId: string, result: AttemptResult): Promise<void> {
    let batch = this.#open.get(shopId)
    if (!batch) {
      batch = { results: [], written: Promise.withResolvers() }
      this.#open.set(shopId, batch)
      setTimeout(() => this.#write(shopId, batch as Batch), WAIT_MS)
    }
    batch.results.push(result)
    const { takesTurns } = this.#database.shop(shopId)
    if (batch.results.length >= (takesTurns ? BATCH_IN_TURN : BATCH)) this.#write(shopId, batch)
    return batch.written.promise
  }

  /** Writes what is waiting and waits for what is being written. */
  async flush(): Promise<void> {
    for (const [shopId, batch] of [...this.#open]) this.#write(shopId, batch)
    await Promise.all(this.#writing)
  }

  #write(shopId: string, batch: Batch): void {
    if (this.#open.get(shopId) !== batch) return
    this.#open.delete(shopId)
    const work = this.#insist(shopId, batch.results).then(() => batch.written.resolve())
    this.#writing.add(work)
    void work.then(() => this.#writing.delete(work))
  }

  async #insist(shopId: string, results: AttemptResult[]): Promise<void> {
    const until = Date.now() + RETRY_FOR_MS
    for (;;) {
      try {
        return await this.#database.shop(shopId).transaction((tx) => store(tx, results))
      } catch (error) {
        if (Date.now() > until) {
          this.#logger.error(
            { shopId, reason: (error as Error).message },
            'results lost; their deliveries will be repeated',
          )
          return
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }
}

/** A delivery's end and its subscription's are committed together, so that no crash leaves one without the other. */
async function store(tx: Queries, results: AttemptResult[]): Promise<void> {
  await completeDeliveries(tx, results)
  for (const { subscriptionId, startedAt, disable } of results) {
    if (disable) await disableSubscription(tx, subscriptionId, { startedAt, queue: disable, now: new Date() })
  }
}
