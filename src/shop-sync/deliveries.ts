import type { Logger } from '#base/logger.ts'
import type { ReadLine } from '#connectors/changes.ts'
import { readLines } from '#connectors/custom/read-lines.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import { readStored } from '#connectors/stored-changes.ts'
import { readHints } from '#connectors/vendure/read-hints.ts'
import type { SupportMail } from '#core/contacts/privacy.ts'
import type { FileStore } from '#core/files/files.ts'
import { InboundWorker } from '#core/inbound/inbound-worker.ts'
import { applyChanges, type RefusedLine } from '#core/platform/apply.ts'
import type { ConnectionKind, ShopConnection } from '#core/platform/connections.ts'
import type { Database, Shop } from '#database/database.ts'
import type { ClaimedInbound } from '#storage/inbound/inbound-queue.ts'
import { listConnections, noteConnectionError } from '#storage/platform/connections.ts'
import { shopWebhookInbox } from '#storage/platform/inbound-webhooks.ts'
import type { MirrorMetrics } from './metrics.ts'
import type { Shops } from './shops.ts'

export interface MirrorOptions {
  database: Database
  files: FileStore
  /** Inbox for admins, who are emailed about customers' requests. */
  mail: SupportMail
  shops: Shops
  metrics: MirrorMetrics
  logger: Logger
}

/** What is stored of a delivery, by the kind of the shop. */
const READERS: Record<ConnectionKind, (payload: Buffer) => Iterable<ReadLine>> = {
  custom: readLines,
  vendure: readHints,
  woocommerce: readStored,
  shopify: readStored,
}

/** Applies what shops sent to the store's records. Any number of processes may run one. */
export class DeliveryWorker {
  readonly #options: MirrorOptions
  readonly #worker: InboundWorker<Map<string, ShopConnection>>

  constructor(options: MirrorOptions) {
    const { database, logger, metrics } = options
    this.#options = options
    this.#worker = new InboundWorker({
      name: 'what a shop sent',
      announced: 'platform',
      database,
      queue: shopWebhookInbox,
      readSources: async (shop) => new Map((await listConnections(shop)).map((one) => [one.id, one])),
      apply: (shop, inbound, payload, connections) =>
        this.#apply(shop, inbound, payload, connections.get(inbound.sourceId)),
      judge: (error) => (error instanceof ShopUnavailable && error.isFinal ? 'final' : undefined),
      async givenUp(shop, { sourceId }) {
        metrics.applied('unreadable')
        await noteConnectionError(
          shop,
          sourceId,
          'A delivery of the shop could not be applied; the service’s log says why.',
        )
      },
      logger,
    })
  }

  start(): void {
    this.#worker.start()
  }

  stop(): Promise<void> {
    return this.#worker.stop()
  }

  async #apply(
    shop: Shop,
    { id, createdAt }: ClaimedInbound,
    payload: Buffer,
    connection: ShopConnection | undefined,
  ): Promise<void> {
    if (!connection) return
    const { files, mail, metrics } = this.#options
    const { kind } = connection
    const told = [...READERS[kind](payload)]
    const lines = kind === 'shopify' ? await this.#verified(shop, connection, told) : told
    const refused = await applyChanges(lines, {
      shop,
      connectionId: connection.id,
      deliveryId: id,
      at: createdAt,
      isListening: connection.state !== 'disconnected',
      makesContacts: kind === 'custom',
      reread: (change) => this.#options.shops.reread(shop, connection, change),
      files,
      mail,
    })
    metrics.applied(refused.length > 0 ? 'refused' : 'applied')
    await noteConnectionError(shop, connection.id, describe(refused))
  }

  /**
   * What would end a store's shop is not believed because somebody sends it again: that the app is uninstalled the shop
   * itself has to say, and all is redacted only once it is.
   */
  async #verified(shop: Shop, connection: ShopConnection, lines: ReadLine[]): Promise<ReadLine[]> {
    const { shops } = this.#options
    const verified: ReadLine[] = []
    for (const line of lines) {
      const { change } = line
      const act = change instanceof Error ? null : change.act
      if (act === 'shopRedact' && connection.state !== 'disconnected') continue
      if (act === 'uninstalled' && !(await shops.isAccessRevoked(shop, connection))) continue
      verified.push(line)
    }
    return verified
  }
}

/** Lines whose mistakes are told. */
const TOLD = 3

function describe(refused: RefusedLine[]): string | null {
  if (refused.length === 0) return null
  const lines = refused.slice(0, TOLD).map(({ line, message }) => `line ${line}: ${message}`)
  return `${refused.length} ${refused.length === 1 ? 'line' : 'lines'} of the last delivery could not be applied; ${lines.join(' ')}`
}
