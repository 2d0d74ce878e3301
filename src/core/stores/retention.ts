import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import type { FileStore } from '#core/files/files.ts'
import {
  AI_DECISIONS_KEPT_MS,
  BROWSED_PAGES_KEPT_MS,
  CART_KEPT_MS,
  DELIVERED_BODIES_KEPT_MS,
  EVENTS_KEPT_MS,
  INBOUND_KEPT_MS,
  ORPHANS_KEPT_MS,
  TRACKED_KEPT_MS,
  VISITORS_KEPT_MS,
} from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import { deleteDeliveredBodies, deleteOldRows, listShopIds } from '#storage/stores/retention.ts'

const SWEEP_MS = 60 * 60 * 1000
const SHOPS = 100

/** How long a row of a table is kept after it was last of use. */
const KEPT = [
  ['ai_decisions', AI_DECISIONS_KEPT_MS],
  ['events', EVENTS_KEPT_MS],
  ['browsed_pages', BROWSED_PAGES_KEPT_MS],
  ['carts', CART_KEPT_MS],
  ['channel_inbound', INBOUND_KEPT_MS],
  ['session_context', TRACKED_KEPT_MS],
  ['tracked_events', TRACKED_KEPT_MS],
  ['visitors', VISITORS_KEPT_MS],
  ['assistant_clients', 0],
  ['assistant_grants', 0],
] as const

/**
 * Deletes what is no longer kept: the AI agent's decisions after 180 days, events with their delivery log after 30,
 * delivered bodies after 7, what came in by a channel and could not be read after 7, browsed pages after one, carts after 30, files that no message carries after one, visitors
 * not seen for 90, assistants that have expired. Store by store, in small batches, hourly. Returns what stops it.
 */
export function startRetention(database: Database, files: FileStore, logger: Logger): () => void {
  const sweep = () =>
    deleteWhatIsOld(database, files, currentTime()).catch((error: Error) =>
      logger.warn({ reason: error.message }, 'retention sweep failed'),
    )
  const timer = setInterval(sweep, SWEEP_MS)
  return () => clearInterval(timer)
}

/** Deletes what is no longer kept at the time `now`, in all stores. */
export async function deleteWhatIsOld(database: Database, files: FileStore, now: Date): Promise<void> {
  const before = (keptMs: number) => new Date(now.getTime() - keptMs)
  for (let after = ''; ; ) {
    const shopIds = await listShopIds(database.system, after, SHOPS)
    for (const shopId of shopIds) {
      const shop = database.shop(shopId)
      for (const [table, keptMs] of KEPT) while (await deleteOldRows(shop, table, before(keptMs)));
      while (await deleteDeliveredBodies(shop, before(DELIVERED_BODIES_KEPT_MS)));
      while (await files.sweep(shop, before(ORPHANS_KEPT_MS)));
    }
    if (shopIds.length < SHOPS) return
    after = shopIds.at(-1) as string
  }
}
