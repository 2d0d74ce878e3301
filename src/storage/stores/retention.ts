import type { Queries, SystemQueries } from '#database/database.ts'

/** Rows deleted by one statement, so that none holds its locks for long. What others hold is left for the next sweep. */
const BATCH = 1_000

export async function listShopIds(system: SystemQueries, after: string, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    'select shop_id from shops where shop_id > $1 order by shop_id limit $2',
    [after, limit],
  )
  return rows.map((row) => row.shopId)
}

/** The tables whose rows are only kept for a while: what names a row within its store, and when it was last of use. */
const AGING = {
  ai_decisions: { key: 'id', time: 'created_at' },
  /** With their deliveries and attempts. */
  events: { key: 'id', time: 'occurred_at' },
  browsed_pages: { key: 'session_id, id', time: 'viewed_at' },
  carts: { key: 'id', time: 'updated_at' },
  session_context: { key: 'session_id, kind', time: 'updated_at' },
  tracked_events: { key: 'session_id, id', time: 'created_at' },
  /** What came in by a channel and could not be read. */
  channel_inbound: { key: 'id', time: 'created_at' },
  /** Programs and grants, once they have expired. */
  assistant_clients: { key: 'id', time: 'expires_at' },
  assistant_grants: { key: 'id', time: 'expires_at' },
  /** Browsers; their contacts and conversations stay. */
  visitors: { key: 'id', time: 'seen_at' },
} as const

/** Deletes rows of a table from before `before`. Returns whether there may be more. */
export async function deleteOldRows(shop: Queries, table: keyof typeof AGING, before: Date): Promise<boolean> {
  const { key, time } = AGING[table]
  const rows = await shop.query(
    `delete from ${table} where shop_id = $1 and (${key}) in (
       select ${key} from ${table} where shop_id = $1 and ${time} < $2 limit ${BATCH} for update skip locked) returning 1`,
    [before],
  )
  return rows.length === BATCH
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
