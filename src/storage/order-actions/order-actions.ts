import type { Queries, SystemQueries } from '#database/database.ts'

/** What members, and the AI agent where settings allow it, did with orders in the shop (migrations/0014, 0073). */

export interface OrderActionRow {
  id: string
  /** The order's number without a leading #. */
  orderId: string
  connectionId: string
  /** The shop's own id of the order. */
  platformId: string
  kind: 'cancel' | 'refund' | 'address' | 'return'
  /** Amount of a refund: decimal text. */
  amount: string | null
  currencyCode: string | null
  /** Null: the AI agent did it, as the settings allow. */
  memberId: string | null
  conversationId: string
  state: 'pending' | 'done' | 'refused' | 'unknown'
  /** Why it was refused or is unknown, or what is left to do in the shop. */
  detail: string | null
  createdAt: Date
  endedAt: Date | null
}

const COLUMNS = `id, order_id, connection_id, platform_id, kind, amount, currency_code, member_id, conversation_id, state,
  detail, created_at, ended_at`

/** Writes down that an action begins; undefined where its id is known, or another one is under way with the order. */
export async function insertOrderAction(
  tx: Queries,
  action: Omit<OrderActionRow, 'state' | 'detail' | 'endedAt'>,
  timesOutAt: Date,
): Promise<OrderActionRow | undefined> {
  const { id, orderId, connectionId, platformId, kind, amount, currencyCode, memberId, conversationId } = action
  const [row] = await tx.query<OrderActionRow>(
    `insert into order_actions (shop_id, id, order_id, connection_id, platform_id, kind, amount, currency_code, member_id,
       conversation_id, state, times_out_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'pending', $11, $12) on conflict do nothing returning ${COLUMNS}`,
    [
      ...[id, orderId, connectionId, platformId, kind, amount, currencyCode, memberId, conversationId],
      ...[timesOutAt, action.createdAt],
    ],
  )
  return row
}

export async function findOrderAction(shop: Queries, id: string): Promise<OrderActionRow | undefined> {
  const [row] = await shop.query<OrderActionRow>(
    `select ${COLUMNS} from order_actions where shop_id = $1 and id = $2::uuid`,
    [id],
  )
  return row
}

/** What was done with an order, the newest first. */
export function listOrderActions(shop: Queries, orderId: string, limit: number): Promise<OrderActionRow[]> {
  return shop.query(
    `select ${COLUMNS} from order_actions where shop_id = $1 and order_id = $2 order by created_at desc, id desc limit $3`,
    [orderId, limit],
  )
}

/** Writes down how an action ended; undefined where that is known already. */
export async function endOrderAction(
  tx: Queries,
  id: string,
  { state, detail }: Pick<OrderActionRow, 'state' | 'detail'>,
  now: Date,
): Promise<OrderActionRow | undefined> {
  const [row] = await tx.query<OrderActionRow>(
    `update order_actions set state = $3, detail = $4, ended_at = $5, times_out_at = null
     where shop_id = $1 and id = $2::uuid and state = 'pending' returning ${COLUMNS}`,
    [id, state, detail, now],
  )
  return row
}

/** Actions of a store whose end nobody wrote down in time. */
export function listUnsettled(shop: Queries, now: Date, limit: number): Promise<OrderActionRow[]> {
  return shop.query(
    `select ${COLUMNS} from order_actions where shop_id = $1 and times_out_at <= $2 order by times_out_at limit $3`,
    [now, limit],
  )
}

/** Returns the stores with unsettled actions, the longest overdue first. */
export async function findShopsToSettle(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    `select shop_id from order_actions where times_out_at <= $1 group by shop_id order by min(times_out_at) limit $2`,
    [now, limit],
  )
  return rows.map(({ shopId }) => shopId)
}
