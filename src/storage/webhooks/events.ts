import type { DirectLease } from '#database/bus/direct-dispatcher.ts'
import type { Param, Queries } from '#database/database.ts'

/** An event as the outbox has it; `body` holds the exact bytes that are signed and sent. */
export interface EventRow {
  id: string
  type: string
  conversationId: string | null
  occurredAt: Date
  body: string
}

/** What a store's events are stored for: active subscriptions, only inactive ones or a listener, or nobody (null). */
export type Webhooks = 'active' | 'inactive' | null

/** A statement, or a part of one, whose parameters begin at `$first`; the store's id is `$1`. */
type Insert = (first: number) => { sql: string; values: Param[] }

/**
 * Appends events to the outbox, and with each one a delivery for every active subscription that wants it, in one
 * round trip. `webhooks`: what the store is known to have; nothing is written where nobody subscribes
 * (docs/decisions/0116-write-less-per-message.md).
 */
export async function insertEvents(tx: Queries, events: readonly EventRow[], webhooks?: Webhooks): Promise<void> {
  const inserts = insertsOfEvents(tx, events, webhooks).map((insert) => insert(2))
  await Promise.all(inserts.map(({ sql, values }) => tx.query(sql, values)))
}

/**
 * Its statements, to be sent as they are or as parts of another one of the same transaction, whose commit notifies the
 * dispatcher. A delivery's id follows from its event and subscription. The lock waits for a deletion of the subscription
 * that has not committed, and skips the row then: a write never fails because of a webhook (spec 6.4.9). Citus takes no lock
 * in such a statement; there the transaction runs again (`runTransaction`).
 */
export function insertsOfEvents(
  tx: Queries,
  events: readonly EventRow[],
  webhooks: Webhooks = 'active',
  leased?: DirectLease,
): Insert[] {
  if (events.length === 0 || webhooks === null) return []
  const inserted: Insert = (first) => {
    const rows = events.map((_, i) => {
      const [id, type, conversation, at, body] = Array.from({ length: 5 }, (_, column) => `$${first + i * 5 + column}`)
      return `($1, ${id}, ${type}, ${conversation}, ${at}::timestamptz, ${body})`
    })
    return {
      sql: `insert into events (shop_id, id, type, conversation_id, occurred_at, body) values ${rows.join(', ')}`,
      values: events.flatMap((event) => [event.id, event.type, event.conversationId, event.occurredAt, event.body]),
    }
  }
  const delivered: Insert = (first) => ({
    sql: `insert into webhook_deliveries (shop_id, id, subscription_id, event_id, next_at, created_at${leased ? ', lease, leased_until' : ''})
      select s.shop_id, md5(e.id || s.id)::uuid, s.id, e.id, e.at, e.at${leased ? leaseColumns(first + 1) : ''}
      from webhook_subscriptions s, json_to_recordset($${first}::json) as e (id text, type text, at timestamptz)
      where s.shop_id = $1 and s.is_active and s.events @> array[e.type] ${tx.isSharded ? '' : 'for key share of s'}`,
    values: [
      events.map(({ id, type, occurredAt }) => ({ id, type, at: occurredAt })),
      ...(leased ? [leased.full, leased.lease, leased.leaseEnd] : []),
    ],
  })
  if (webhooks === 'inactive') return [inserted]
  if (!leased) tx.announce?.('events')
  return [inserted, delivered]
}

/** The values of `lease` and `leased_until` for subscription `s`, with the lease's three parameters from `$first` on. */
function leaseColumns(first: number): string {
  const unlessFull = (value: string) => `case when s.id <> all($${first}::text[]) then ${value} end`
  return `, ${unlessFull(`$${first + 1}::uuid`)}, ${unlessFull(`$${first + 2}::timestamptz`)}`
}
