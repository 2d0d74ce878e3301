import { randomUUID } from 'node:crypto'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { underLease } from '#base/under-lease.ts'
import { type MessagePart, partsOf } from '#channels/message-parts.ts'
import { nextWaitMs, type SendOutcome } from '#channels/outcome.ts'
import type { LoadedFile } from '#channels/sendable-files.ts'
import type { Account } from '#core/channels/accounts.ts'
import { recordFailure, recordPart } from '#core/channels/outcomes.ts'
import { failStuckMessages, type Outgoing, readOutgoing } from '#core/channels/sending.ts'
import type { FileStore } from '#core/files/files.ts'
import type { Database, Shop } from '#database/database.ts'
import { breakAccount, slowAccount } from '#storage/channels/accounts.ts'
import {
  type ClaimedMessage,
  claimOutbound,
  deleteOutbound,
  extendOutbound,
  findShopsWithOutbound,
  findShopsWithStranded,
  nextOutboundAt,
  postponeOutbound,
} from '#storage/channels/outbound.ts'
import type { Adapter, Adapters } from './adapters.ts'
import { readFile } from './files.ts'
import type { CarrierMetrics } from './metrics.ts'

export interface CarrierOptions {
  database: Database
  files: FileStore
  adapters: Adapters
  metrics: CarrierMetrics
  logger: Logger
}

/** Lease of a claimed message, unless it is renewed. A crash delays its messages by this time. */
const LEASE_MS = 30_000
/** One message that fails for the account's sake keeps the others waiting no longer than this. */
const SLOW_MAX_MS = 60_000
const SWEEP_MS = 1_000
const RUNNING_MAX = 64
const CLAIM = 16
const STRANDED_SWEEP_MS = 60_000
/** Messages that are done at about the same time let the store look for more once. */
const TOGETHER_MS = 3
/** Before a message that could not be worked on is tried again. */
const FAULT_WAIT_MS = 5_000

/** Sends replies through their conversations' channels. Any number may run at once on one database. */
export class Sender {
  readonly #options: CarrierOptions
  readonly #ring: TenantScheduler
  #strandedSweep: NodeJS.Timeout | undefined

  constructor(options: CarrierOptions) {
    const { database, logger } = options
    this.#options = options
    this.#ring = new TenantScheduler({
      name: 'messages to be sent',
      sweepMs: SWEEP_MS,
      max: RUNNING_MAX,
      perClaim: CLAIM,
      findStores: (now, limit) => findShopsWithOutbound(database.system, now, limit),
      claim: (shopId, now, limit) => this.#claim(shopId, now, limit),
      logger,
    })
  }

  start(): void {
    this.#options.database.bus.on(['outbound'], (shopId) => this.#ring.notify(shopId))
    this.#strandedSweep = setInterval(() => void this.#sweepStranded(), STRANDED_SWEEP_MS)
    this.#ring.start()
  }

  stop(): Promise<void> {
    clearInterval(this.#strandedSweep)
    return this.#ring.stop()
  }

  async #claim(shopId: string, now: Date, limit: number) {
    const shop = this.#options.database.shop(shopId)
    const leaseEnd = new Date(now.getTime() + LEASE_MS)
    const messages = await claimOutbound(shop, { now, lease: randomUUID(), leaseEnd, limit })
    const jobs = messages.map((message) => () => this.#run(shop, message))
    // Each job looks again when it is done.
    return { jobs, nextAt: jobs.length === 0 ? await nextOutboundAt(shop) : undefined }
  }

  async #run(shop: Shop, message: ClaimedMessage): Promise<void> {
    try {
      const outgoing = await readOutgoing(shop, message)
      const adapter = outgoing && this.#options.adapters[outgoing.account.channel]
      if (!outgoing || !adapter) {
        await deleteOutbound(shop, message.messageId)
        return
      }
      await underLease(
        LEASE_MS,
        (leaseEnd) => extendOutbound(shop, message, leaseEnd),
        () => this.#send(shop, message, outgoing, adapter),
      )
    } catch (error) {
      const { logger } = this.#options
      logger.warn(
        { shopId: shop.shopId, messageId: message.messageId, err: error },
        'processing a channel message failed',
      )
      await this.#postpone(shop, message, { waitMs: FAULT_WAIT_MS, error: null, mayHaveBeenSent: false }).catch(
        () => {},
      )
    } finally {
      this.#ring.notifyAt(shop.shopId, Date.now() + TOGETHER_MS) // the conversation's next one
    }
  }

  async #send(shop: Shop, message: ClaimedMessage, outgoing: Outgoing, adapter: Adapter): Promise<void> {
    const parts = partsOf(outgoing.account.channel, outgoing)
    let { attempts } = message
    for (let number = message.partsSent; number < parts.length; number++) {
      const part = parts[number] as MessagePart
      const outcome = await this.#sendPart(outgoing, part, { adapter, attempts })
      this.#options.metrics.sent(outgoing.account.channel, outcome.kind)
      if (outcome.kind !== 'sent') {
        const named = parts.length > 1 ? nameFile(outcome, part) : outcome
        return this.#handle(shop, { ...message, attempts }, { account: outgoing.account, adapter, outcome: named })
      }
      const { externalId, aliases = [] } = outcome
      const leaseEnd = new Date(Date.now() + LEASE_MS)
      const isLast = number === parts.length - 1
      if (!(await recordPart(shop, message, { externalId, aliases, isLast, leaseEnd }))) return
      attempts = 1
    }
    // All parts had left before, and a crash came before this was noted.
    if (message.partsSent >= parts.length) await deleteOutbound(shop, message.messageId)
  }

  /** Sends a part with its files' bytes. One that was deleted fails the part; while the file store is away, it is thrown. */
  async #sendPart(
    outgoing: Outgoing,
    { text, files }: MessagePart,
    { adapter, attempts }: { adapter: Adapter; attempts: number },
  ): Promise<SendOutcome> {
    const loaded: LoadedFile[] = []
    for (const file of files) {
      const bytes = await readFile(this.#options.files, outgoing.shopId, file)
      if (!bytes) return { kind: 'failed', reason: `The file “${file.name}” was deleted.` }
      loaded.push({ name: file.name, type: file.type, bytes })
    }
    return adapter.send(outgoing, { text, files: loaded, attempts })
  }

  async #handle(
    shop: Shop,
    message: ClaimedMessage,
    {
      account,
      adapter,
      outcome,
    }: { account: Account; adapter: Adapter; outcome: Exclude<SendOutcome, { kind: 'sent' }> },
  ): Promise<void> {
    const { logger } = this.#options
    const { reason } = outcome
    switch (outcome.kind) {
      case 'failed':
        return recordFailure(shop, message, outcome)
      case 'broken':
        if (await breakAccount(shop, account.id, reason, new Date())) {
          logger.warn(
            { shopId: shop.shopId, accountId: account.id, reason },
            'a channel account does not work any more',
          )
        }
        // The message continues to wait, and the attempt does not count.
        return this.#postpone(
          shop,
          { ...message, attempts: message.attempts - 1 },
          { waitMs: 0, error: reason, mayHaveBeenSent: false },
        )
      case 'retry': {
        const { afterMs, mayHaveBeenSent = false, slowsAccount } = outcome
        const waitMs = nextWaitMs(message.attempts, afterMs, adapter.waitsMs)
        if (waitMs === null)
          return recordFailure(shop, message, { reason: `${reason} It was tried ${message.attempts} times.` })
        if (slowsAccount) {
          await slowAccount(shop, account.id, new Date(Date.now() + Math.min(waitMs, SLOW_MAX_MS)))
        }
        return this.#postpone(shop, message, { waitMs, error: reason, mayHaveBeenSent })
      }
    }
  }

  async #postpone(
    shop: Shop,
    message: ClaimedMessage,
    { waitMs, error, mayHaveBeenSent }: { waitMs: number; error: string | null; mayHaveBeenSent: boolean },
  ): Promise<void> {
    const dueAt = new Date(Date.now() + waitMs)
    const { attempts } = message
    await postponeOutbound(shop, message, { dueAt, attempts, error, mayHaveBeenSent })
    this.#ring.notifyAt(shop.shopId, dueAt.getTime() + 2)
  }

  async #sweepStranded(): Promise<void> {
    const { database, logger } = this.#options
    try {
      for (const shopId of await findShopsWithStranded(database.system)) await failStuckMessages(database.shop(shopId))
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'checking for stuck messages failed')
    }
  }
}

/** Names the file that was not sent, so that members know which of a message's parts is missing. */
function nameFile<T extends Exclude<SendOutcome, { kind: 'sent' }>>(outcome: T, { files: [file] }: MessagePart): T {
  return file ? { ...outcome, reason: `“${file.name}”: ${outcome.reason}` } : outcome
}
