import type { Logger } from '#base/logger.ts'
import type { FileStore } from '#core/files/files.ts'
import type { OrderDesk } from '#core/order-actions/action.ts'
import { applyRead } from './save-synced-records.ts'
import type { Shops } from './shops.ts'

/** How long a shop may take to tell an order again. */
const REFRESH_MS = 5_000

interface OrderDeskOptions {
  shops: Shops
  files: FileStore
  logger: Logger
}

/** What members' actions with orders are done through. */
export function orderDesk({ shops, files, logger }: OrderDeskOptions): OrderDesk {
  return {
    writerOf: (shop, connection, waitMs) => shops.writerOf(shop, connection, waitMs),
    async refresh(shop, connection, platformId) {
      try {
        const hint = { kind: 'order', of: { id: platformId } } as const
        await applyRead(shop, connection, await shops.reread(shop, connection, hint, REFRESH_MS), files)
      } catch (error) {
        // What the shop tells by itself, or the next reading, brings it.
        logger.info({ shopId: shop.shopId, reason: (error as Error).message }, 'order refresh failed')
      }
    },
  }
}
