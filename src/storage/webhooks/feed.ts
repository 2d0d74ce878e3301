import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'

/** The feed of a subscription: its events in the order that they occurred, whether it was active or not. */

/** Events of the store that one statement goes through: a subscription may want few of many. */
const EVENTS_A_STEP = 5_000
const CURSOR = ['time', 'string'] as const

/** A place in a store's events, which are ordered by time and id. */
interface Place {
  at: Date
  id: string
}

/** Places from `after`, which is left out, to `end`. */
interface Step {
  after: Place
  end: Place
}

/** Whether event `e` belongs to subscription `$2`: queued for it, or of a type that it asked for at that time. */
const BELONGS = `e.body <> '' and e.is_test is null and (
  exists (select from webhook_deliveries d where d.shop_id = $1 and d.event_id = e.id and d.subscription_id = $2)
  or (select t.types from webhook_event_types t where t.shop_id = $1 and t.subscription_id = $2 and t.since <= e.occurred_at
      order by t.since desc limit 1) @> array[e.type])`

const IN_STEP = '(e.occurred_at, e.id) > ($3::timestamptz, $4) and (e.occurred_at, e.id) <= ($5::timestamptz, $6)'

const paramsOf = (subscriptionId: string, { after, end }: Step) => [subscriptionId, after.at, after.id, end.at, end.id]

export const isFeedCursor = (cursor: string): boolean => placeOf(cursor) !== null

/** The place that a cursor names; null if it is not one of ours. */
function placeOf(cursor: string): Place | null {
  const [at, id] = decodeCursor(cursor, CURSOR) ?? []
  return typeof at === 'number' && typeof id === 'string' ? { at: new Date(at), id } : null
}

/** Stores which types a subscription asks for from now on. */
export async function insertEventTypes(tx: Queries, subscriptionId: string, types: string[], now: Date): Promise<void> {
  await tx.query(
    `insert into webhook_event_types (shop_id, subscription_id, since, types) values ($1, $2, $3, $4)
     on conflict (shop_id, subscription_id, since) do update set types = excluded.types`,
    [subscriptionId, now, types],
  )
}

/** Deletes the types that a subscription asked for until some time before `before`. */
export async function deleteOldEventTypes(tx: Queries, subscriptionId: string, before: Date): Promise<void> {
  await tx.query(
    `delete from webhook_event_types t where t.shop_id = $1 and t.subscription_id = $2 and t.since < (
       select max(n.since) from webhook_event_types n where n.shop_id = $1 and n.subscription_id = $2 and n.since <= $3)`,
    [subscriptionId, before],
  )
}

/**
 * Lists bodies of events from `since` on. A page may be short, or empty, and still have a next one: a statement goes
 * through `EVENTS_A_STEP` events of the store at most.
 */
export async function listFeed(
  shop: Queries,
  subscriptionId: string,
  { since, limit, cursor }: { since: Date; limit: number; cursor: string | null },
): Promise<{ bodies: string[]; nextCursor: string | null }> {
  const start = { at: since, id: '' }
  const named = cursor === null ? null : placeOf(cursor)
  const after = named && named.at >= since ? named : start
  const end = await findStepEnd(shop, after)
  if (!end) return { bodies: [], nextCursor: null }
  const rows = await shop.query<Place & { body: string }>(
    `select e.body, e.occurred_at as at, e.id from events e where e.shop_id = $1 and ${IN_STEP} and ${BELONGS}
     order by e.occurred_at, e.id limit $7`,
    [...paramsOf(subscriptionId, { after, end }), limit + 1],
    'by value',
  )
  const given = rows.slice(0, limit)
  const last = rows.length > limit ? given.at(-1) : end.isLast ? undefined : end
  return {
    bodies: given.map(({ body }) => body),
    nextCursor: last ? encodeCursor([last.at.getTime(), last.id]) : null,
  }
}

/** Lists the ids of a subscription's events from `from` until before `until`, in no order. */
export async function listFeedIds(shop: Queries, subscriptionId: string, from: Date, until: Date): Promise<string[]> {
  const ids: string[] = []
  for (let after: Place = { at: from, id: '' }; ; ) {
    const end = await findStepEnd(shop, after)
    if (!end) return ids
    const rows = await shop.query<{ id: string }>(
      `select e.id from events e where e.shop_id = $1 and ${IN_STEP} and e.occurred_at < $7 and ${BELONGS}`,
      [...paramsOf(subscriptionId, { after, end }), until],
      'by value',
    )
    for (const { id } of rows) ids.push(id)
    if (end.isLast || end.at >= until) return ids
    after = end
  }
}

/** The last event of the step after a place, and whether the store has none behind it; undefined without any. */
async function findStepEnd(shop: Queries, after: Place): Promise<(Place & { isLast: boolean }) | undefined> {
  const [row] = await shop.query<Place & { count: number }>(
    `select at, id, count from (
       select e.occurred_at as at, e.id, row_number() over (order by e.occurred_at, e.id)::int as count
       from events e where e.shop_id = $1 and (e.occurred_at, e.id) > ($2::timestamptz, $3)
       order by e.occurred_at, e.id limit ${EVENTS_A_STEP}) as step
     order by count desc limit 1`,
    [after.at, after.id],
    'by value',
  )
  return row && { at: row.at, id: row.id, isLast: row.count < EVENTS_A_STEP }
}
