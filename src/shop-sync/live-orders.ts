import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { ExpiringMap } from '#base/recent-map.ts'
import type { Platform } from '#core/commerce/platform.ts'
import type { FileStore } from '#core/files/files.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Database, Shop } from '#database/database.ts'
import { listConnections } from '#storage/platform/connections.ts'
import { findSeenAt } from '#storage/platform/records.ts'
import { applyRead } from './save-synced-records.ts'
import type { Shops } from './shops.ts'

/** Age up to which a local order is used without asking the shop. */
const FRESH_MS = 60_000
/** How long a number that nobody knows is not asked for again: the order may be made meanwhile. */
const MISSING_MS = 3_000
/** How long a shop may take while somebody waits for the answer. */
const WAIT_MS = 3_000
/** Orders that are asked for at a time, and numbers that nobody has which are remembered. */
const ASKED_MAX = 16
const ASKED_BEFORE_MAX = 10_000
/** How long a store that has no shop to be asked is not looked at again, and how many such are remembered. */
const ALONE_MS = 10_000
const ALONE_MAX = 10_000

interface LiveOrdersOptions {
  bus: Database['bus']
  shops: Shops
  files: FileStore
  logger: Logger
}

/**
 * The platform, whose orders are asked for in the shop where they are unknown here or were told long ago. A shop that does
 * not answer in time is skipped: the last known data is used.
 */
export function withLiveOrders(platform: Platform, options: LiveOrdersOptions): Platform {
  const live = new LiveOrders(options)
  return {
    ...platform,
    async getOrder(caller, by) {
      if ('orderNumber' in by) {
        await live.refresh(caller.shop, numberOf(by.orderNumber))
        return platform.getOrder(caller, by)
      }
      // Shops are asked by the order's number alone: that of a parcel tells which, and may be another one after that.
      const { orderNumber } = await platform.getOrder(caller, by)
      await live.refresh(caller.shop, numberOf(orderNumber))
      return platform.getOrder(caller, { orderNumber, email: by.email })
    },
    orderToldAt: ({ shop }, orderNumber) => live.toldAt(shop, numberOf(orderNumber)),
  }
}

const numberOf = (given: string) => given.trim().replace(/^#/, '')
const keyOf = (shop: Shop, number: string) => `${shop.shopId} ${number}`

class LiveOrders {
  readonly #options: LiveOrdersOptions
  readonly #asking = new Map<string, Promise<void>>()
  /** When a number was asked for last, the oldest first. */
  readonly #askedAt = new Map<string, number>()
  /** Orders for which the shop did not answer. */
  readonly #unanswered = new Set<string>()
  /** Stores that had no shop to be asked a while ago. */
  readonly #alone = new ExpiringMap<string, true>({ ms: ALONE_MS, max: ALONE_MAX })

  constructor(options: LiveOrdersOptions) {
    this.#options = options
    options.bus.subscribe((shopId, { kind }) => {
      if (kind === 'pulls') this.#alone.delete(shopId)
    })
  }

  /** Time of the shop's last notice of an order, if the shop did not answer a request for it. */
  async toldAt(shop: Shop, number: string): Promise<Date | null> {
    if (!this.#unanswered.has(keyOf(shop, number))) return null
    const seenAt = await findSeenAt(shop, 'order', number)
    return seenAt && currentTime().getTime() - seenAt.getTime() >= FRESH_MS ? seenAt : null
  }

  async refresh(shop: Shop, number: string): Promise<void> {
    const connection = number === '' ? null : await this.#findShop(shop)
    if (!connection) return
    const now = currentTime().getTime()
    const key = keyOf(shop, number)
    if (connection.state !== 'connected') {
      this.#note(key, now)
      this.#unanswered.add(key)
      return
    }
    const seenAt = await findSeenAt(shop, 'order', number)
    const asked = this.#asking.get(key)
    if (asked) return asked
    // After a failure, the shop is not asked for the order again before FRESH_MS, whether it has the order or not.
    const pause = seenAt || this.#unanswered.has(key) ? FRESH_MS : MISSING_MS
    if (now - Math.max(seenAt?.getTime() ?? 0, this.#askedAt.get(key) ?? 0) < pause) return
    if (this.#asking.size >= ASKED_MAX) return
    this.#note(key, now)
    const asking = this.#ask(shop, connection, number).finally(() => {
      this.#asking.delete(key)
      this.#note(key, currentTime().getTime()) // from here on it is known that nobody has it
    })
    this.#asking.set(key, asking)
    await asking
  }

  /** The shop that can be asked, or could be if it took our key; null where the store has none. */
  async #findShop(shop: Shop): Promise<ShopConnection | null> {
    if (this.#alone.get(shop.shopId)) return null
    const askable = (await listConnections(shop)).filter(
      ({ kind, state }) => kind !== 'custom' && state !== 'disconnected',
    )
    const found = askable.find(({ state }) => state === 'connected') ?? askable[0] ?? null
    if (!found) this.#alone.set(shop.shopId, true)
    return found
  }

  #note(key: string, now: number): void {
    this.#askedAt.delete(key)
    this.#askedAt.set(key, now)
    const [oldest] = this.#askedAt.keys()
    if (this.#askedAt.size <= ASKED_BEFORE_MAX || oldest === undefined) return
    this.#askedAt.delete(oldest)
    this.#unanswered.delete(oldest)
  }

  async #ask(shop: Shop, connection: ShopConnection, number: string): Promise<void> {
    const { shops, files, logger } = this.#options
    const key = keyOf(shop, number)
    try {
      await applyRead(shop, connection, await shops.readOrder(shop, connection, number, WAIT_MS), files)
      this.#unanswered.delete(key)
    } catch (error) {
      this.#unanswered.add(key)
      logger.info({ shopId: shop.shopId, reason: (error as Error).message }, 'live order lookup failed')
    }
  }
}
