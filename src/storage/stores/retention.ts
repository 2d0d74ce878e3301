import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due-stores.ts'

export type AgingTable =
  | 'ai_decisions'
  | 'assistant_clients'
  | 'assistant_grants'
  | 'page_views'
  | 'campaign_counts'
  | 'carts'
  | 'custom_action_runs'
  | 'channel_inbound'
  | 'events'
  | 'help_searches'
  | 'idempotent_calls'
  | 'mailed_addresses'
  | 'merge_undo_log'
  | 'shop_webhook_dedup_keys'
  | 'shop_webhook_inbox'
  | 'rule_calls'
  | 'rule_runs'
  | 'page_context'
  | 'tracked_events'
  | 'visitors'

/** Rows deleted by one statement, so that none holds its locks for long. What others hold is left for the next sweep. */
const BATCH = 1_000

/** The tables whose rows are only kept for a while, and when a row was last of use. */
const AGING: Record<AgingTable, { time: string; where?: string }> = {
  ai_decisions: { time: 'created_at' },
  /** With their deliveries and attempts. */
  events: { time: 'occurred_at' },
  page_views: { time: 'viewed_at' },
  campaign_counts: { time: 'day' },
  carts: { time: 'updated_at' },
  custom_action_runs: { time: 'created_at', where: "state not in ('waiting', 'pending')" },
  help_searches: { time: 'day' },
  idempotent_calls: { time: 'created_at' },
  mailed_addresses: { time: 'used_at' },
  /** What undoing needs, for as long as that can be. */
  merge_undo_log: { time: 'undo_until' },
  rule_calls: { time: 'created_at' },
  rule_runs: { time: 'created_at' },
  page_context: { time: 'updated_at' },
  tracked_events: { time: 'created_at' },
  /** What came in by a channel and could not be read. */
  channel_inbound: { time: 'created_at', where: 'due_at is null' },
  /** What a shop sent and could not be applied, and which deliveries there were. */
  shop_webhook_inbox: { time: 'created_at', where: 'due_at is null' },
  shop_webhook_dedup_keys: { time: 'created_at' },
  /** Programs and grants, once they have expired. */
  assistant_clients: { time: 'expires_at' },
  assistant_grants: { time: 'expires_at' },
  /** Browsers; their contacts and conversations stay. */
  visitors: { time: 'seen_at' },
}

/** Stores with rows of a table from before `before`. */
export function findStoresWithOldRows(system: SystemQueries, table: AgingTable, before: Date, limit: number) {
  return findStoresDue(system, { table, ...AGING[table] }, before, limit)
}

/** Deletes rows of a table from before `before`. Returns whether there may be more. */
export async function deleteOldRows(shop: Queries, table: AgingTable, before: Date): Promise<boolean> {
  const { time, where = 'true' } = AGING[table]
  const rows = await shop.walk(
    `delete from ${table} where shop_id = $1 and ctid = any(array(
       select ctid from ${table} where shop_id = $1 and ${time} < $2 and ${where}
       order by ${time} limit ${BATCH} for update skip locked)) returning 1`,
    [before],
  )
  return rows.length === BATCH
}

/** Stores with bodies of events from before `before`. */
export function findStoresWithOldBodies(system: SystemQueries, before: Date, limit: number) {
  return findStoresDue(system, { table: 'events', time: 'occurred_at', where: "body <> ''" }, before, limit)
}

/** Empties the bodies of events from before `before` that every subscription has taken, or that none wanted. */
export async function deleteDeliveredBodies(shop: Queries, before: Date): Promise<boolean> {
  const rows = await shop.query(
    `update events set body = '' where shop_id = $1 and id = any (array(
       select e.id from events e
       where e.shop_id = $1 and e.occurred_at < $2 and e.body <> '' and not exists (
         select from webhook_deliveries d where d.shop_id = $1 and d.event_id = e.id and d.status <> 'delivered')
       limit ${BATCH} for update skip locked)) returning id`,
    [before],
  )
  return rows.length === BATCH
}
