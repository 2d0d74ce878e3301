import type { Queries } from './database.ts'

interface EventRow {
  id: string
  type: string
  conversationId: string | null
  occurredAt: Date
  body: string
}

/** Appends events to the outbox, in one statement. Their bodies are the exact bytes to be sent. */
export async function insertEvents(tx: Queries, events: readonly EventRow[]): Promise<void> {
  const values = events.map((_, i) => `($1, $${i * 5 + 2}, $${i * 5 + 3}, $${i * 5 + 4}, $${i * 5 + 5}, $${i * 5 + 6})`)
  await tx.query(
    `insert into events (shop_id, id, type, conversation_id, occurred_at, body) values ${values.join(', ')}`,
    events.flatMap((event) => [event.id, event.type, event.conversationId, event.occurredAt, event.body]),
  )
}
