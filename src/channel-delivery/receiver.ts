import { type Incoming, type IncomingOf, type IncomingWords, Unreadable } from '#channels/incoming.ts'
import type { Account } from '#core/channels/accounts.ts'
import { applyBounce } from '#core/channels/bounces.ts'
import { applyEcho, NotYet } from '#core/channels/echoes.ts'
import { isKnownMessage, receive } from '#core/channels/receive.ts'
import { applyEdit, applyReaction, applyReceipt, applyRemoval, applyRename } from '#core/channels/reports.ts'
import { InboundWorker } from '#core/inbound/inbound-worker.ts'
import type { Shop } from '#database/database.ts'
import { listAccounts } from '#storage/channels/accounts.ts'
import { channelInbound } from '#storage/channels/inbound.ts'
import type { ClaimedInbound } from '#storage/inbound/inbound-queue.ts'
import type { Adapter } from './adapters.ts'
import { fileFetcher, keepFiles } from './files.ts'
import type { CarrierOptions } from './sender.ts'

/** Delay after which a report about a message that is still being sent is read again. */
const NOT_YET_MS = 2_000
/** How long the files of a message may take before it is written without those that are missing. */
const FIRST_FETCH_MS = 1_000

/** Source of a payload. */
interface Source {
  account: Account
  adapter: Adapter
}

/** Reads what providers sent, and applies it. Any number may run at once on one database. */
export class Receiver {
  readonly #options: CarrierOptions
  readonly #worker: InboundWorker<Map<string, Account>>

  constructor(options: CarrierOptions) {
    const { database, logger, metrics } = options
    this.#options = options
    this.#worker = new InboundWorker({
      name: 'what came in by a channel',
      announced: 'inbound',
      database,
      queue: channelInbound,
      readSources: async (shop) => new Map((await listAccounts(shop)).map((account) => [account.id, account])),
      apply: (shop, inbound, payload, accounts) => this.#read(shop, inbound, payload, accounts),
      judge(error) {
        if (error instanceof Unreadable) return 'final'
        return error instanceof NotYet ? NOT_YET_MS : undefined
      },
      givenUp: () => metrics.received('any', 'unreadable'),
      logger,
    })
  }

  start(): void {
    this.#worker.start()
  }

  stop(): Promise<void> {
    return this.#worker.stop()
  }

  async #read(shop: Shop, inbound: ClaimedInbound, payload: Buffer, accounts: Map<string, Account>): Promise<void> {
    const account = accounts.get(inbound.sourceId)
    const adapter = account && this.#options.adapters[account.channel]
    if (!account || !adapter || account.state === 'disconnected') return
    const read = await adapter.read(payload, account, {
      shop,
      accounts: [...accounts.values()],
      now: inbound.createdAt,
    })
    for (const incoming of read) await this.#apply(shop, { account, adapter }, incoming)
  }

  async #apply(shop: Shop, { account, adapter }: Source, incoming: Incoming): Promise<void> {
    const { files, metrics } = this.#options
    metrics.received(account.channel, incoming.kind)
    switch (incoming.kind) {
      case 'message':
      case 'mail':
      case 'echo': {
        const kept = await this.#keepFiles(shop, { account, adapter }, incoming)
        if (!kept) return
        if (incoming.kind === 'echo') return applyEcho(shop, account, incoming, kept)
        await receive(shop, incoming, { account, ...kept })
        return
      }
      case 'receipt':
        return applyReceipt(shop, account, incoming)
      case 'bounce':
        return applyBounce(shop, incoming)
      case 'rename':
        return applyRename(shop, account, incoming)
      case 'reaction':
        return applyReaction(shop, account, incoming)
      case 'edit':
        return applyEdit(shop, account, incoming)
      case 'templates':
        return adapter.refreshTemplates?.(shop, account)
      case 'removal':
        return applyRemoval(shop, account, incoming, files)
    }
  }

  /** The files of a message, kept; null for one that came before, whose files are not asked for again. */
  async #keepFiles(shop: Shop, { account, adapter }: Source, incoming: IncomingWords | IncomingOf<'echo'>) {
    const { files, logger } = this.#options
    if (incoming.files.length === 0) return { files: [], refusedFiles: [], lateFiles: [] }
    if (await isKnownMessage(shop, account.id, incoming)) return null
    const until = Date.now() + FIRST_FETCH_MS
    const fetchFile = await fileFetcher(shop, { account, adapter, logger }, () => until - Date.now())
    return keepFiles(shop, files, incoming.files, fetchFile)
  }
}
