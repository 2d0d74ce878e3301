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
 * round trip; where it is known that there is no active one (`hasWebhooks`), the outbox alone. Bodies are the exact
 * bytes to be sent. A delivery's id follows from its event and subscription.
 */
export async function insertEvents(tx: Queries, events: readonly EventRow[], hasWebhooks = true): Promise<void> {
  const values = events.map(
    (_, i) => `($1, $${i * 5 + 2}, $${i * 5 + 3}, $${i * 5 + 4}, $${i * 5 + 5}::timestamptz, $${i * 5 + 6})`,
  )
  const inserted = tx.query(
    `insert into events (shop_id, id, type, conversation_id, occurred_at, body) values ${values.join(', ')}`,
    events.flatMap((event) => [event.id, event.type, event.conversationId, event.occurredAt, event.body]),
  )
  const delivered =
    hasWebhooks &&
    tx.query(
      `insert into webhook_deliveries (shop_id, id, subscription_id, event_id, next_at, created_at)
       select s.shop_id, md5(e.id || s.id)::uuid, s.id, e.id, e.at, e.at
       from webhook_subscriptions s, json_to_recordset($2::json) as e (id text, type text, at timestamptz)
       where s.shop_id = $1 and s.is_active and s.events @> array[e.type]`,
      [events.map(({ id, type, occurredAt }) => ({ id, type, at: occurredAt }))],
    )
  await Promise.all([inserted, delivered])
  if (hasWebhooks) tx.announce?.('events')
}
