import type { Queries } from '#database/database.ts'

interface EventRow {
  id: string
  type: string
  conversationId: string | null
  occurredAt: Date
  body: string
}

/**
 * Appends events to the outbox, and with each one a delivery for every active subscription that wants it, in one
 * statement. Bodies are the exact bytes to be sent. A delivery's id follows from its event and subscription.
 */
export async function insertEvents(tx: Queries, events: readonly EventRow[]): Promise<void> {
  const values = events.map(
    (_, i) => `($1, $${i * 5 + 2}, $${i * 5 + 3}, $${i * 5 + 4}, $${i * 5 + 5}::timestamptz, $${i * 5 + 6})`,
  )
  await tx.query(
    `with e as (
       insert into events (shop_id, id, type, conversation_id, occurred_at, body) values ${values.join(', ')}
       returning id, type, occurred_at)
     insert into webhook_deliveries (shop_id, id, subscription_id, event_id, next_at, created_at)
     select $1, md5(e.id || s.id)::uuid, s.id, e.id, e.occurred_at, e.occurred_at
     from e join webhook_subscriptions s on s.shop_id = $1 and s.is_active and s.events @> array[e.type]`,
    events.flatMap((event) => [event.id, event.type, event.conversationId, event.occurredAt, event.body]),
  )
  tx.announce?.('events')
}
