import type { Queries } from '#database/database.ts'
import type { EventRow } from './events.ts'

/**
 * Notes that somebody follows the store's events until a time (migrations/0068). A time that hardly differs from the one
 * that is noted is not written: listeners ask often.
 */
export async function listenUntil(shop: Queries, until: Date, leastMs: number): Promise<void> {
  await shop.query(
    `insert into event_listeners as l (shop_id, listened_until) values ($1, $2)
     on conflict (shop_id) do update set listened_until = excluded.listened_until
       where l.listened_until < excluded.listened_until - $3::int * interval '1 millisecond'`,
    [until, leastMs],
  )
}

/** The store's events behind a place in their order, without test events: the first `limit`. */
export function listEventsAfter(
  shop: Queries,
  { at, id }: { at: Date; id: string },
  limit: number,
): Promise<EventRow[]> {
  return shop.query<EventRow>(
    `select id, type, conversation_id, occurred_at, body from events
     where shop_id = $1 and (occurred_at, id) > ($2::timestamptz, $3) and body <> '' and is_test is null
     order by occurred_at, id limit $4`,
    [at, id, limit],
  )
}
