import type { DirectLease } from '#database/bus/direct-dispatcher.ts'
import type { Queries } from '#database/database.ts'
import type { EventRow } from './events.ts'
import type { ClaimedDelivery } from './queue.ts'
import { openDelivery } from './subscriptions.ts'

// Deliveries that the inserting process sends, without a claim (docs/decisions/0117-send-from-the-inserting-process.md).

/** A delivery that was inserted with a lease, as `selectInserted` returns it. */
export interface InsertedDelivery
  extends Pick<ClaimedDelivery, 'id' | 'subscriptionId' | 'eventId' | 'url' | 'secret'> {
  headers: string | null
  isLeased: boolean
}

/** What an `insert` returns for `selectInserted`. */
export const INSERTED = 'id, subscription_id, event_id, lease'

/** All that was inserted by a part `name` of the statement, as one value. */
export function selectInserted(name: string): string {
  return `(select json_agg(json_build_object('id', d.id, 'subscriptionId', d.subscription_id, 'eventId', d.event_id,
     'isLeased', d.lease is not null, 'url', s.url, 'secret', s.secret, 'headers', s.headers))
   from ${name} d join webhook_subscriptions s on s.shop_id = $1 and s.id = d.subscription_id)`
}

/** Hands what was inserted to the dispatcher, once the transaction has committed. */
export function sendAfterCommit(
  tx: Queries,
  lease: DirectLease<ClaimedDelivery>,
  inserted: InsertedDelivery[],
  events: readonly EventRow[],
): void {
  if (inserted.length === 0) return
  const eventOf = new Map(events.map((event) => [event.id, event]))
  const deliveries = inserted
    .filter(({ isLeased }) => isLeased)
    .map(({ id, subscriptionId, eventId, url, secret, headers }) => {
      const { type, body, occurredAt } = eventOf.get(eventId) as EventRow
      return {
        id,
        subscriptionId,
        eventId,
        attempts: 0,
        earlierAttempts: 0,
        occurredAt,
        url,
        ...openDelivery(tx, subscriptionId, { secret, headers }),
        type,
        body,
      }
    })
  tx.afterCommit?.(() => lease.take(deliveries, deliveries.length < inserted.length))
}
