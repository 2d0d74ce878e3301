import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import type { FileStore } from '#core/files/files.ts'
import {
  AI_DECISIONS_KEPT_MS,
  BROWSED_PAGES_KEPT_MS,
  CAMPAIGN_COUNTS_KEPT_MS,
  CART_KEPT_MS,
  CUSTOM_ACTION_RUNS_KEPT_MS,
  DELIVERED_BODIES_KEPT_MS,
  EVENTS_KEPT_MS,
  HELP_SEARCHES_KEPT_MS,
  IDEMPOTENCY_KEYS_KEPT_MS,
  INBOUND_KEPT_MS,
  ORPHANS_KEPT_MS,
  PLATFORM_DELIVERIES_KEPT_MS,
  RULE_RUNS_KEPT_MS,
  TRACKED_KEPT_MS,
  UNANSWERED_MAIL_MS,
  VISITORS_KEPT_MS,
} from '#core/limits.ts'
import { tryWithAdvisoryLock } from '#database/advisory-lock.ts'
import type { Database, Shop } from '#database/database.ts'
import { findStoresWithOrphans, findStoresWithRemovedFiles } from '#storage/files/files.ts'
import {
  type AgingTable,
  deleteDeliveredBodies,
  deleteOldRows,
  findStoresWithOldBodies,
  findStoresWithOldRows,
} from '#storage/stores/retention.ts'

const SWEEP_MS = 60 * 60 * 1000
/** Stores that are looked for at a time. */
const STORES = 1_000
/** Locked while a sweep runs: of several processes one sweeps. */
const LOCK = 7_270_541

/** How long a row of a table is kept after it was last of use. */
const KEPT = [
  ['ai_decisions', AI_DECISIONS_KEPT_MS],
  ['events', EVENTS_KEPT_MS],
  ['page_views', BROWSED_PAGES_KEPT_MS],
  ['campaign_counts', CAMPAIGN_COUNTS_KEPT_MS],
  ['carts', CART_KEPT_MS],
  ['channel_inbound', INBOUND_KEPT_MS],
  ['custom_action_runs', CUSTOM_ACTION_RUNS_KEPT_MS],
  ['help_searches', HELP_SEARCHES_KEPT_MS],
  ['idempotent_calls', IDEMPOTENCY_KEYS_KEPT_MS],
  ['mailed_addresses', UNANSWERED_MAIL_MS],
  ['merge_undo_log', 0],
  ['shop_webhook_inbox', PLATFORM_DELIVERIES_KEPT_MS],
  ['shop_webhook_dedup_keys', PLATFORM_DELIVERIES_KEPT_MS],
  ['rule_calls', RULE_RUNS_KEPT_MS],
  ['rule_runs', RULE_RUNS_KEPT_MS],
  ['page_context', TRACKED_KEPT_MS],
  ['tracked_events', TRACKED_KEPT_MS],
  ['visitors', VISITORS_KEPT_MS],
  ['assistant_clients', 0],
  ['assistant_grants', 0],
] as const satisfies [AgingTable, number][]

/**
 * Deletes what is no longer kept: the AI agent's decisions after 180 days, events with their delivery log after 30,
 * delivered bodies after 7, what rules did and called and runs of own actions after 30, what came in by a channel or from a shop and could not be read after 7, browsed pages after
 * one, which unproven addresses got mail after 30, counts of campaigns and searches of help pages after 90, carts after 30, answers of calls with an Idempotency-Key after one, files that no message carries after one, visitors not seen for 90, assistants that have expired, and what undoing a merge needed once it cannot be undone.
 * Hourly, in the stores that have such, in small batches. Returns what stops it.
 */
export function startRetention(database: Database, files: FileStore, logger: Logger): () => void {
  const sweep = () =>
    tryWithAdvisoryLock(database.system, LOCK, () => deleteWhatIsOld(database, files, currentTime())).catch(
      (error: Error) => logger.warn({ reason: error.message }, 'retention cleanup failed'),
    )
  const timer = setInterval(sweep, SWEEP_MS)
  return () => clearInterval(timer)
}

/** Deletes what is no longer kept at the time `now`, in all stores. */
export async function deleteWhatIsOld(database: Database, files: FileStore, now: Date): Promise<void> {
  const { system } = database
  const ago = (keptMs: number) => new Date(now.getTime() - keptMs)
  for (const [table, keptMs] of KEPT) {
    const before = ago(keptMs)
    await inStores(
      database,
      () => findStoresWithOldRows(system, table, before, STORES),
      (shop) => deleteOldRows(shop, table, before),
    )
  }
  const bodiesBefore = ago(DELIVERED_BODIES_KEPT_MS)
  await inStores(
    database,
    () => findStoresWithOldBodies(system, bodiesBefore, STORES),
    (shop) => deleteDeliveredBodies(shop, bodiesBefore),
  )
  const orphansBefore = ago(ORPHANS_KEPT_MS)
  await inStores(
    database,
    () => findStoresWithOrphans(system, orphansBefore, STORES),
    (shop) => files.sweep(shop, orphansBefore),
  )
  await inStores(
    database,
    () => findStoresWithRemovedFiles(system, now, STORES),
    (shop) => files.removeLeft(shop),
  )
}

/** Runs `work` in the stores that `find` names, in each as long as it says that there may be more. */
async function inStores(
  database: Database,
  find: () => Promise<string[]>,
  work: (shop: Shop) => Promise<boolean>,
): Promise<void> {
  const done = new Set<string>() // what others hold is still found: it is left for the next sweep
  for (;;) {
    const shopIds = (await find()).filter((shopId) => !done.has(shopId))
    if (shopIds.length === 0) return
    for (const shopId of shopIds) {
      while (await work(database.shop(shopId)));
      done.add(shopId)
    }
  }
}
