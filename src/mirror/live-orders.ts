import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import type { Platform } from '#core/commerce/platform.ts'
import type { FileStore } from '#core/files/files.ts'
import { applyChanges } from '#core/platform/apply.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Shop } from '#database/database.ts'
import { listConnections } from '#storage/platform/connections.ts'
import { findSeenAt } from '#storage/platform/records.ts'
import type { Shops } from './shops.ts'

/** An order that the shop told of so recently is told as it is. */
const FRESH_MS = 60_000
/** How long a shop may take while somebody waits for the answer. */
const WAIT_MS = 3_000
/** Orders that are asked for at a time, and numbers that nobody has which are remembered. */
const ASKED_MAX = 16
const ASKED_BEFORE_MAX = 10_000

interface LiveOrdersOptions {
  shops: Shops
  files: FileStore
  logger: Logger
}

/**
 * The platform, whose orders are asked for in the shop where they are unknown here or were told long ago. A shop that does
 * not answer in time is not waited for: then what is known is told.
 */
export function withLiveOrders(platform: Platform, options: LiveOrdersOptions): Platform {
  const live = new LiveOrders(options)
  return {
    ...platform,
    async getOrder(caller, by) {
      if ('orderNumber' in by) await live.refresh(caller.shop, by.orderNumber.trim().replace(/^#/, ''))
      return platform.getOrder(caller, by)
    },
  }
}

class LiveOrders {
  readonly #options: LiveOrdersOptions
  readonly #asking = new Map<string, Promise<void>>()
  /** When a number was asked for last, the oldest first. */
  readonly #askedAt = new Map<string, number>()

  constructor(options: LiveOrdersOptions) {
    this.#options = options
  }

  async refresh(shop: Shop, number: string): Promise<void> {
    const connection = (await listConnections(shop)).find(
      ({ kind, state }) => kind !== 'custom' && state === 'connected',
    )
    if (!connection || number === '') return
    const now = currentTime().getTime()
    const seenAt = await findSeenAt(shop, 'order', number)
    const key = `${shop.shopId} ${number}`
    if (now - Math.max(seenAt?.getTime() ?? 0, this.#askedAt.get(key) ?? 0) < FRESH_MS) return this.#asking.get(key)
    if (this.#asking.size >= ASKED_MAX) return
    this.#note(key, now)
    const asking = this.#ask(shop, connection, number).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    await asking
  }

  #note(key: string, now: number): void {
    this.#askedAt.delete(key)
    this.#askedAt.set(key, now)
    const [oldest] = this.#askedAt.keys()
    if (this.#askedAt.size > ASKED_BEFORE_MAX && oldest !== undefined) this.#askedAt.delete(oldest)
  }

  async #ask(shop: Shop, connection: ShopConnection, number: string): Promise<void> {
    const { shops, files, logger } = this.#options
    try {
      const { changes, at } = await shops.readOrder(shop, connection, number, WAIT_MS)
      const lines = changes.map((change, i) => ({ line: i + 1, change }))
      const context = { shop, connectionId: connection.id, deliveryId: '', at, isListening: true, makesContacts: false }
      await applyChanges(lines, { ...context, files, mail: null })
    } catch (error) {
      logger.info({ shopId: shop.shopId, reason: (error as Error).message }, 'a shop could not be asked for an order')
    }
  }
}
