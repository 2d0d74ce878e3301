import type { Queries } from '#database/database.ts'
import { inboundQueue } from '#storage/inbound/inbound-queue.ts'

/** What shops sent, until it is applied (migrations/0014). Of one connection always the earliest first. */

export const shopWebhookInbox = inboundQueue({
  table: 'shop_webhook_inbox',
  source: 'connection_id',
  lane: ['connection_id'],
})

/** Remembers a delivery; false where it was taken before. */
export async function markDelivery(tx: Queries, connectionId: string, dedupKey: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `insert into shop_webhook_dedup_keys (shop_id, connection_id, dedup_key, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [connectionId, dedupKey, now],
  )
  return rows.length > 0
}

export async function insertDelivery(
  tx: Queries,
  { id, connectionId, payload }: { id: string; connectionId: string; payload: Buffer },
  now: Date,
): Promise<void> {
  tx.announce?.('platform')
  await tx.query(
    `insert into shop_webhook_inbox (shop_id, id, connection_id, payload, due_at, created_at)
     values ($1, $2, $3, $4::bytea, $5, $5)`,
    [id, connectionId, payload, now],
  )
}

/** How much of a connection's waits to be applied. */
export async function countWaiting(
  shop: Queries,
  connectionId: string,
): Promise<{ deliveries: number; bytes: number }> {
  const [row] = await shop.query<{ deliveries: number; bytes: number }>(
    `select count(*)::int as deliveries, coalesce(sum(octet_length(payload)), 0)::float8 as bytes
     from shop_webhook_inbox where shop_id = $1 and connection_id = $2 and due_at is not null`,
    [connectionId],
  )
  return row ?? { deliveries: 0, bytes: 0 }
}

/** Deliveries that were put aside may name anybody. */
export async function deleteUnreadable(tx: Queries): Promise<void> {
  await tx.query('delete from shop_webhook_inbox where shop_id = $1 and due_at is null')
}
