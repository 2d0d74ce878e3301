import type { Queries, SystemQueries } from './database.ts'

/** Rows deleted by one statement, so that none holds its locks for long. */
const BATCH = 1_000

export async function listShopIds(system: SystemQueries, after: string, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    'select shop_id from shops where shop_id > $1 order by shop_id limit $2',
    [after, limit],
  )
  return rows.map((row) => row.shopId)
}

/** Deletes events from before `before`, with their deliveries and attempts. Answers whether there may be more. */
export async function deleteOldEvents(shop: Queries, before: Date): Promise<boolean> {
  const rows = await shop.query(
    `delete from events where shop_id = $1 and id = any (array(
       select e.id from events e where e.shop_id = $1 and e.occurred_at < $2 limit ${BATCH})) returning id`,
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
       limit ${BATCH})) returning id`,
    [before],
  )
  return rows.length === BATCH
}

export async function deleteOldPages(shop: Queries, before: Date): Promise<boolean> {
  const rows = await shop.query(
    `delete from browsed_pages where shop_id = $1 and (session_id, id) in (
       select p.session_id, p.id from browsed_pages p where p.shop_id = $1 and p.viewed_at < $2 limit ${BATCH}) returning id`,
    [before],
  )
  return rows.length === BATCH
}

/** Deletes carts that were last changed before `before`. */
export async function deleteOldCarts(shop: Queries, before: Date): Promise<boolean> {
  const rows = await shop.query(
    `delete from carts where shop_id = $1 and id = any (array(
       select c.id from carts c where c.shop_id = $1 and c.updated_at < $2 limit ${BATCH})) returning id`,
    [before],
  )
  return rows.length === BATCH
}
