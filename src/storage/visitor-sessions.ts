import { insertRows } from './bulk.ts'
import { PAGE } from './conversation-columns.ts'
import type { Queries } from './database.ts'

/** What the shop's page tells of a browsing session: pages, context objects, events. */

export interface PageView {
  id: string
  url: string
  title: string
  viewedAt: Date
}

/** Adds pages and drops what is older than the newest `keep`. */
export async function savePages(shop: Queries, sessionId: string, pages: PageView[], keep: number): Promise<void> {
  await insertRows(
    shop,
    'browsed_pages',
    PAGE,
    pages.map((page) => ({ ...page, sessionId })),
  )
  await shop.query(
    `delete from browsed_pages where shop_id = $1 and session_id = $2 and id = any (array(
       select p.id from browsed_pages p where p.shop_id = $1 and p.session_id = $2
       order by p.viewed_at desc, p.id desc offset $3))`,
    [sessionId, keep],
  )
}

export async function saveContext(
  shop: Queries,
  sessionId: string,
  { kind, data, now }: { kind: string; data: object; now: Date },
): Promise<void> {
  await shop.query(
    `insert into session_context (shop_id, session_id, kind, data, updated_at) values ($1, $2, $3, $4::json, $5)
     on conflict (shop_id, session_id, kind) do update set data = excluded.data, updated_at = excluded.updated_at`,
    [sessionId, kind, data, now],
  )
}

export function listContext(
  shop: Queries,
  sessionId: string,
): Promise<{ kind: string; data: object; updatedAt: Date }[]> {
  return shop.query(
    'select kind, data, updated_at from session_context where shop_id = $1 and session_id = $2 order by kind',
    [sessionId],
  )
}

export interface TrackedEvent {
  id: string
  name: string
  props: object | null
  createdAt: Date
}

/** Adds an event and drops what is older than the newest `keep`. */
export async function saveTrackedEvent(
  shop: Queries,
  sessionId: string,
  event: TrackedEvent,
  keep: number,
): Promise<void> {
  await shop.query(
    `insert into tracked_events (shop_id, session_id, id, name, props, created_at) values ($1, $2, $3, $4, $5::json, $6)`,
    [sessionId, event.id, event.name, event.props, event.createdAt],
  )
  await shop.query(
    `delete from tracked_events where shop_id = $1 and session_id = $2 and id = any (array(
       select e.id from tracked_events e where e.shop_id = $1 and e.session_id = $2 order by e.id desc offset $3))`,
    [sessionId, keep],
  )
}

export function listTrackedEvents(shop: Queries, sessionId: string, limit: number): Promise<TrackedEvent[]> {
  return shop.query<TrackedEvent>(
    `select id, name, props, created_at from tracked_events where shop_id = $1 and session_id = $2
     order by id desc limit $3`,
    [sessionId, limit],
  )
}

/** Rows deleted by one statement. */
const BATCH = 1_000

/** Deletes context and events from before `before`. Answers whether there may be more. */
export async function deleteOldTracking(shop: Queries, before: Date): Promise<boolean> {
  const [context, events] = await Promise.all([
    shop.query(
      `delete from session_context where shop_id = $1 and (session_id, kind) in (
         select s.session_id, s.kind from session_context s where s.shop_id = $1 and s.updated_at < $2 limit ${BATCH})
       returning kind`,
      [before],
    ),
    shop.query(
      `delete from tracked_events where shop_id = $1 and (session_id, id) in (
         select e.session_id, e.id from tracked_events e where e.shop_id = $1 and e.created_at < $2 limit ${BATCH})
       returning id`,
      [before],
    ),
  ])
  return context.length === BATCH || events.length === BATCH
}

/** Forgets browsers that were not seen since `before`; their contacts and conversations stay. */
export async function deleteOldVisitors(shop: Queries, before: Date): Promise<boolean> {
  const rows = await shop.query(
    `delete from visitors where shop_id = $1 and id = any (array(
       select v.id from visitors v where v.shop_id = $1 and v.seen_at < $2 limit ${BATCH})) returning id`,
    [before],
  )
  return rows.length === BATCH
}
