import type { Logger } from '#base/logger.ts'
import type { TenantScheduler } from '#base/tenant-scheduler.ts'
import { createRowSweep } from '#core/row-sweep.ts'
import type { Database, Shop } from '#database/database.ts'
import { findShopsToSettle, listUnsettled } from '#storage/order-actions/order-actions.ts'
import type { OrderAction, OrderDesk } from './action.ts'
import { findPlace } from './orders.ts'
import { recordOutcome } from './record-outcome.ts'

const CUT_OFF = 'The service was cut off while the shop was asked.'

/** Settles actions whose end nobody wrote down, for the service ended meanwhile: they are unknown, and never done again. */
export function createOrderSettling(database: Database, desk: OrderDesk, logger: Logger): TenantScheduler {
  const settleOne = async (shop: Shop, action: OrderAction) => {
    await recordOutcome(shop, action, { state: 'unknown', detail: CUT_OFF })
    const place = await findPlace(shop, action.orderId)
    if (place) await desk.refresh(shop, place.connection, place.platformId)
    shop.signal({ kind: 'details', id: action.conversationId })
  }
  const sweep = {
    name: 'actions with orders',
    findStores: findShopsToSettle,
    listDue: listUnsettled,
    handle: settleOne,
  }
  return createRowSweep(database, sweep, logger)
}
