import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Database } from '#database/database.ts'
import { findShopsToSettle, listUnsettled } from '#storage/order-actions/order-actions.ts'
import type { OrderAction, OrderDesk } from './action.ts'
import { findPlace } from './orders.ts'
import { recordOutcome } from './record-outcome.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 4
const BATCH = 10
const CUT_OFF = 'The service was cut off while the shop was asked.'

/** Settles actions whose end nobody wrote down, for the service ended meanwhile: they are unknown, and never done again. */
export function createOrderSettling(database: Database, desk: OrderDesk, logger: Logger): TenantScheduler {
  const settleOne = async (shopId: string, action: OrderAction) => {
    const shop = database.shop(shopId)
    await recordOutcome(shop, action, { state: 'unknown', detail: CUT_OFF })
    const place = await findPlace(shop, action.orderId)
    if (place) await desk.refresh(shop, place.connection, place.platformId)
    shop.signal({ kind: 'details', id: action.conversationId })
  }
  return new TenantScheduler({
    name: 'actions with orders',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findShopsToSettle(database.system, now, limit),
    claim: async (shopId, now) => {
      // One store's are few: they are settled before it is looked at again.
      for (const action of await listUnsettled(database.shop(shopId), now, BATCH)) await settleOne(shopId, action)
      return { jobs: [] }
    },
    logger,
  })
}
