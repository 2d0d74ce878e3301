import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import type { Database } from '#storage/database.ts'
import {
  deleteDeliveredBodies,
  deleteOldCarts,
  deleteOldEvents,
  deleteOldPages,
  listShopIds,
} from '#storage/retention.ts'
import { deleteOldTracking, deleteOldVisitors } from '#storage/visitor-sessions.ts'
import type { FileStore } from './files.ts'
import {
  BROWSED_PAGES_KEPT_MS,
  CART_KEPT_MS,
  DELIVERED_BODIES_KEPT_MS,
  EVENTS_KEPT_MS,
  ORPHANS_KEPT_MS,
  TRACKED_KEPT_MS,
  VISITORS_KEPT_MS,
} from './limits.ts'

const SWEEP_MS = 60 * 60 * 1000
const SHOPS = 100

/**
 * Deletes what is no longer kept: events with their delivery log after 30 days, delivered bodies after 7, browsed
 * pages after one, carts after 30, files that no message carries after one, visitors not seen for 90. Store by store, in small batches, hourly. Answers what stops it.
 */
export function startRetention(database: Database, files: FileStore, logger: Logger): () => void {
  const sweep = () =>
    sweepOnce(database, files).catch((error: Error) => logger.warn({ reason: error.message }, 'retention sweep failed'))
  const timer = setInterval(sweep, SWEEP_MS)
  return () => clearInterval(timer)
}

async function sweepOnce(database: Database, files: FileStore): Promise<void> {
  const before = (keptMs: number) => new Date(currentTime().getTime() - keptMs)
  for (let after = ''; ; ) {
    const shopIds = await listShopIds(database.system, after, SHOPS)
    for (const shopId of shopIds) {
      const shop = database.shop(shopId)
      while (await deleteOldEvents(shop, before(EVENTS_KEPT_MS)));
      while (await deleteDeliveredBodies(shop, before(DELIVERED_BODIES_KEPT_MS)));
      while (await deleteOldPages(shop, before(BROWSED_PAGES_KEPT_MS)));
      while (await deleteOldCarts(shop, before(CART_KEPT_MS)));
      while (await deleteOldTracking(shop, before(TRACKED_KEPT_MS)));
      while (await deleteOldVisitors(shop, before(VISITORS_KEPT_MS)));
      while (await files.sweep(shop, before(ORPHANS_KEPT_MS)));
    }
    if (shopIds.length < SHOPS) return
    after = shopIds.at(-1) as string
  }
}
