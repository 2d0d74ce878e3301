import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import { type CommerceRow, RECORD } from '#storage/search/records.ts'

/** `id` is the order's number without a leading #. */
export type OrderRow = CommerceRow & {
  contactId: string | null
  /** The customer's address in lower case. */
  emailKey: string | null
  trackingNumbers: string[]
}

export async function saveOrders(tx: Queries, orders: OrderRow[]): Promise<void> {
  const numbers = orders.flatMap(({ id, trackingNumbers }) =>
    [...new Set(trackingNumbers.map(trackingKey))].map((number) => ({ number, orderId: id })),
  )
  await Promise.all([
    insertRows(tx, 'orders', { ...RECORD, contact_id: 'text', email_key: 'text' }, orders, 'replace'),
    tx.query('delete from order_tracking where shop_id = $1 and order_id = any($2::text[])', [
      orders.map(({ id }) => id),
    ]),
    insertRows(tx, 'order_tracking', { number: 'text', order_id: 'text' }, numbers),
  ])
}

interface FoundOrder<Data> {
  data: Data
  /** The customer's address in lower case. */
  emailKey: string | null
}

/** By the order's number without a leading #. */
export async function findOrder<Data>(shop: Queries, number: string): Promise<FoundOrder<Data> | undefined> {
  const [row] = await shop.query<FoundOrder<Data>>(
    'select data, email_key from orders where shop_id = $1 and id = $2',
    [number],
  )
  return row
}

/** By the tracking number of one of its shipments; the newest, where several orders have it. */
export async function findOrderByTracking<Data>(shop: Queries, number: string): Promise<FoundOrder<Data> | undefined> {
  const [row] = await shop.query<FoundOrder<Data>>(
    `select o.data, o.email_key from order_tracking t join orders o on o.shop_id = $1 and o.id = t.order_id
     where t.shop_id = $1 and t.number = $2 order by o.data->>'createdAt' desc limit 1`,
    [trackingKey(number)],
  )
  return row
}

/** A contact's newest orders. */
export function listOrdersOfContact(shop: Queries, contactId: string, limit: number): Promise<object[]> {
  return listOrders(shop, 'contact_id', contactId, limit)
}

/** The newest orders with an address, of any contact. */
export function listOrdersByEmail(shop: Queries, emailKey: string, limit: number): Promise<object[]> {
  return listOrders(shop, 'email_key', emailKey, limit)
}

async function listOrders(
  shop: Queries,
  column: 'contact_id' | 'email_key',
  value: string,
  limit: number,
): Promise<object[]> {
  const rows = await shop.query<{ data: object }>(
    `select data from (
       select id, data from orders where shop_id = $1 and ${column} = $2 order by updated_at desc limit $3
     ) o order by coalesce(data->>'createdAt', data->>'processedAt', '') desc, id desc`,
    [value, limit],
  )
  return rows.map(({ data }) => data)
}

/** A tracking number as it is compared: people type it in either case, in groups. */
function trackingKey(number: string): string {
  return number.replace(/[\s-]/g, '').toUpperCase()
}
