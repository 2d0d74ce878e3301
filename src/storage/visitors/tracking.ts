import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import { PAGE } from '#storage/conversations/columns.ts'

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
    'page_views',
    PAGE.types,
    pages.map((page) => ({ ...page, sessionId })),
  )
  await shop.query(
    `delete from page_views where shop_id = $1 and session_id = $2 and id = any (array(
       select o.id from page_views o where o.shop_id = $1 and o.session_id = $2 and o.id = any (array(
         select p.id from page_views p where p.shop_id = $1 and p.session_id = $2
         order by p.viewed_at desc, p.id desc offset $3))
       for update skip locked))`,
    [sessionId, keep],
  )
  shop.signal({ kind: 'visit', id: sessionId })
}

export async function saveContext(
  shop: Queries,
  sessionId: string,
  { kind, data, now }: { kind: string; data: object; now: Date },
): Promise<void> {
  await shop.query(
    `insert into page_context (shop_id, session_id, kind, data, updated_at) values ($1, $2, $3, $4::json, $5)
     on conflict (shop_id, session_id, kind) do update set data = excluded.data, updated_at = excluded.updated_at`,
    [sessionId, kind, data, now],
  )
  shop.signal({ kind: 'visit', id: sessionId })
}

export function listContext(
  shop: Queries,
  sessionId: string,
): Promise<{ kind: string; data: object; updatedAt: Date }[]> {
  return shop.query(
    'select kind, data, updated_at from page_context where shop_id = $1 and session_id = $2 order by kind',
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
       select o.id from tracked_events o where o.shop_id = $1 and o.session_id = $2 and o.id = any (array(
         select e.id from tracked_events e where e.shop_id = $1 and e.session_id = $2 order by e.id desc offset $3))
       for update skip locked))`,
    [sessionId, keep],
  )
  shop.signal({ kind: 'visit', id: sessionId })
}

export function listTrackedEvents(shop: Queries, sessionId: string, limit: number): Promise<TrackedEvent[]> {
  return shop.query<TrackedEvent>(
    `select id, name, props, created_at from tracked_events where shop_id = $1 and session_id = $2
     order by id desc limit $3`,
    [sessionId, limit],
  )
}
