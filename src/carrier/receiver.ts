import { randomUUID } from 'node:crypto'
import { ByteBudget } from '#base/byte-budget.ts'
import { StoreRing } from '#base/store-ring.ts'
import {
  type Incoming,
  type IncomingFile,
  type IncomingOf,
  type IncomingWords,
  Unreadable,
} from '#channels/incoming.ts'
import type { Account } from '#core/channels/accounts.ts'
import { receive } from '#core/channels/receive.ts'
import { applyBounce, applyEcho, applyReceipt, applyRemoval, applyRename, NotYet } from '#core/channels/reports.ts'
import type { FileStore } from '#core/files/files.ts'
import type { Shop } from '#database/database.ts'
import { listAccounts, readCredentials } from '#storage/channels/accounts.ts'
import {
  type ClaimedInbound,
  claimInbound,
  deleteInbound,
  findShopsWithInbound,
  nextInboundAt,
  postponeInbound,
  readPayload,
} from '#storage/channels/inbound.ts'
import { findChannelMessages } from '#storage/channels/messages.ts'
import type { Adapter } from './adapters.ts'
import { keepFiles } from './files.ts'
import type { CarrierOptions } from './sender.ts'

const LEASE_MS = 60_000
const SWEEP_MS = 1_000
const RUNNING_MAX = 32
/** Of one store at a time where statements take turns: as many as keep the database busy, for others wait too. */
const CLAIM_IN_TURN = 2
const CLAIM = 16
/** What is done at about the same time lets the store look for more once. */
const TOGETHER_MS = 3
/** A report about a message that is being sent is read again so soon. */
const NOT_YET_MS = 2_000
/** What cannot be applied is tried again after so long, times how often it was tried; then it is put aside. */
const RETRY_MS = 3_000
const ATTEMPTS_MAX = 8
/** A message whose files the provider does not give is taken without them after so many tries. */
const FILE_ATTEMPTS_MAX = 4
/** Of payloads that are being read, and of what is in them. */
const BYTES_MAX = 64 * 1024 * 1024

/** Where something came in. */
interface Source {
  account: Account
  adapter: Adapter
  givesUp: boolean
}

/** Reads what providers sent, and applies it. Any number may run at once on one database. */
export class Receiver {
  readonly #options: CarrierOptions & { files: FileStore }
  readonly #ring: StoreRing
  readonly #budget = new ByteBudget(BYTES_MAX)

  constructor(options: CarrierOptions & { files: FileStore }) {
    const { database, logger } = options
    this.#options = options
    this.#ring = new StoreRing({
      name: 'messages that came in',
      sweepMs: SWEEP_MS,
      max: RUNNING_MAX,
      perClaim: CLAIM,
      findStores: (now, limit) => findShopsWithInbound(database.system, now, limit),
      claim: (shopId, now, limit) => this.#claim(shopId, now, limit),
      logger,
    })
  }

  start(): void {
    this.#options.database.bus.subscribe((shopId, { kind }) => {
      if (kind === 'inbound') this.#ring.wake(shopId)
    })
    this.#ring.start()
  }

  stop(): Promise<void> {
    return this.#ring.stop()
  }

  async #claim(shopId: string, now: Date, limit: number) {
    const shop = this.#options.database.shop(shopId)
    const leaseEnd = new Date(now.getTime() + LEASE_MS)
    const most = shop.takesTurns ? Math.min(limit, CLAIM_IN_TURN) : limit
    const claimed = await claimInbound(shop, { now, lease: randomUUID(), leaseEnd, limit: most })
    // Each job looks again when it is done.
    if (claimed.length === 0) return { jobs: [], nextAt: await nextInboundAt(shop) }
    const accounts = new Map((await listAccounts(shop)).map((account) => [account.id, account]))
    const run = (inbound: ClaimedInbound) => this.#run(shop, inbound, accounts.get(inbound.accountId))
    return { jobs: claimed.map((inbound) => () => this.#budget.hold(inbound.size, () => run(inbound))) }
  }

  async #run(shop: Shop, inbound: ClaimedInbound, account: Account | undefined): Promise<void> {
    try {
      const adapter = account && this.#options.adapters[account.channel]
      const payload = await readPayload(shop, inbound)
      if (!payload) return
      if (account && adapter && account.state !== 'disconnected') {
        const read = await adapter.read(payload, account, { shop, now: inbound.createdAt })
        const givesUp = inbound.attempts >= FILE_ATTEMPTS_MAX
        for (const incoming of read) await this.#apply(shop, { account, adapter, givesUp }, incoming)
      }
      await deleteInbound(shop, inbound)
    } catch (error) {
      await this.#putBack(shop, inbound, error as Error)
    } finally {
      this.#ring.wakeAt(shop.shopId, Date.now() + TOGETHER_MS) // the sender's next one
    }
  }

  async #putBack(shop: Shop, inbound: ClaimedInbound, error: Error): Promise<void> {
    const { logger, metrics } = this.#options
    const isGivenUp = error instanceof Unreadable || inbound.attempts >= ATTEMPTS_MAX
    const waitMs = error instanceof NotYet ? NOT_YET_MS : RETRY_MS * inbound.attempts
    if (isGivenUp) metrics.received('any', 'unreadable')
    if (!(error instanceof NotYet)) {
      logger.warn(
        { shopId: shop.shopId, inboundId: inbound.id, isGivenUp, err: error },
        'what came in could not be read',
      )
    }
    const dueAt = isGivenUp ? null : new Date(Date.now() + waitMs)
    const put = { dueAt, attempts: inbound.attempts, error: error.message.slice(0, 500) }
    await postponeInbound(shop, inbound, put).catch(() => {}) // then its lease ends by itself
    if (dueAt) this.#ring.wakeAt(shop.shopId, dueAt.getTime() + 2)
  }

  async #apply(shop: Shop, { account, adapter, givesUp }: Source, incoming: Incoming): Promise<void> {
    const { files, metrics } = this.#options
    metrics.received(account.channel, incoming.kind)
    switch (incoming.kind) {
      case 'message':
      case 'mail':
      case 'echo': {
        const kept = await this.#keepFiles(shop, { account, adapter, givesUp }, incoming)
        if (!kept) return
        if (incoming.kind === 'echo') return applyEcho(shop, account, incoming, kept.files)
        await receive(shop, incoming, { account, ...kept })
        return
      }
      case 'receipt':
        return applyReceipt(shop, account, incoming)
      case 'bounce':
        return applyBounce(shop, account, incoming)
      case 'rename':
        return applyRename(shop, account, incoming)
      case 'removal':
        return applyRemoval(shop, account, incoming, files)
    }
  }

  /** The files of a message, kept; null for one that came before, whose files are not asked for again. */
  async #keepFiles(shop: Shop, { account, adapter, givesUp }: Source, incoming: IncomingWords | IncomingOf<'echo'>) {
    if (incoming.files.length === 0) return { files: [], refusedFiles: [] }
    if ((await findChannelMessages(shop, account.id, [incoming.externalId])).length > 0) return null
    const credentials = (await readCredentials(shop, account.id)) ?? {}
    const fetchFile = (file: IncomingFile) => adapter.fetchFile(file, credentials)
    return keepFiles(shop, this.#options.files, incoming.files, { fetchFile, givesUp })
  }
}
