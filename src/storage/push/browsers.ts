import type { Queries } from '#database/database.ts'
import { JUDGED_BY, lasts, type SessionAges, SHOWS_DATA } from '../members/sessions.ts'

/** Browsers that members are told on, also while no page of the inbox is open (migrations/0019). */

export interface PushBrowser {
  sessionId: string
  memberId: string
  /** At the browser's push service. */
  endpoint: string
  endpointHash: string
  /** The browser's public key, and what it shares with us, in base64url. */
  p256dh: string
  auth: string
  /** The public key of ours that it takes pushes of. */
  serverKey: string
  createdAt: Date
}

const COLUMNS = 'session_id, member_id, endpoint, endpoint_hash, p256dh, auth, server_key, created_at'

/** Keeps a session's browser, in place of what the session had. Another session's at the same endpoint was the same browser. */
export async function savePushBrowser(tx: Queries, browser: PushBrowser): Promise<void> {
  await tx.query('delete from push_subscriptions where shop_id = $1 and endpoint_hash = $2 and session_id <> $3', [
    browser.endpointHash,
    browser.sessionId,
  ])
  await tx.query(
    `insert into push_subscriptions (shop_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (shop_id, session_id) do update set endpoint = excluded.endpoint, endpoint_hash = excluded.endpoint_hash,
       p256dh = excluded.p256dh, auth = excluded.auth, server_key = excluded.server_key, created_at = excluded.created_at`,
    [
      browser.sessionId,
      browser.memberId,
      browser.endpoint,
      browser.endpointHash,
      browser.p256dh,
      browser.auth,
      browser.serverKey,
      browser.createdAt,
    ],
  )
}

/** Drops a member's browsers beyond their newest `keep`. */
export async function dropOldPushBrowsers(tx: Queries, memberId: string, keep: number): Promise<void> {
  await tx.query(
    `delete from push_subscriptions where shop_id = $1 and member_id = $2 and session_id in (
       select session_id from push_subscriptions where shop_id = $1 and member_id = $2
       order by created_at desc, session_id desc offset $3)`,
    [memberId, keep],
  )
}

export interface ListedPushBrowser extends Pick<PushBrowser, 'sessionId' | 'serverKey' | 'createdAt'> {
  userAgent: string
}

/** A member's browsers whose sessions have not ended, the newest first. */
export function listPushBrowsers(
  shop: Queries,
  memberId: string,
  { seenAfter, madeAfter, now }: SessionAges,
): Promise<ListedPushBrowser[]> {
  return shop.query<ListedPushBrowser>(
    `select b.session_id, b.server_key, b.created_at, s.user_agent
     from push_subscriptions b join sessions s on s.shop_id = $1 and s.id = b.session_id
     join shops o on o.shop_id = $1
     where b.shop_id = $1 and b.member_id = $2 and ${lasts(3)}
     order by b.created_at desc, b.session_id`,
    [memberId, seenAfter, madeAfter, now],
  )
}

/** A session's browser, unless the session has ended by itself or no longer shows the store's data. */
export async function findPushBrowser(
  shop: Queries,
  sessionId: string,
  { seenAfter, madeAfter, now }: SessionAges,
): Promise<PushBrowser | undefined> {
  const columns = COLUMNS.replaceAll(/(\w+)/g, 'b.$1')
  const [row] = await shop.query<PushBrowser>(
    `select ${columns} from push_subscriptions b join sessions s on s.shop_id = $1 and s.id = b.session_id ${JUDGED_BY}
     where b.shop_id = $1 and b.session_id = $2 and ${lasts(3)} and ${SHOWS_DATA}`,
    [sessionId, seenAfter, madeAfter, now],
  )
  return row
}

/** Whether the member had such a browser. */
export async function deletePushBrowser(shop: Queries, memberId: string, sessionId: string): Promise<boolean> {
  const rows = await shop.query(
    'delete from push_subscriptions where shop_id = $1 and member_id = $2 and session_id = $3 returning session_id',
    [memberId, sessionId],
  )
  return rows.length > 0
}

/** Drops a browser that its push service does not know any more, unless it has given another endpoint meanwhile. */
export async function forgetPushBrowser(
  shop: Queries,
  { sessionId, endpointHash }: Pick<PushBrowser, 'sessionId' | 'endpointHash'>,
): Promise<void> {
  await shop.query('delete from push_subscriptions where shop_id = $1 and session_id = $2 and endpoint_hash = $3', [
    sessionId,
    endpointHash,
  ])
}
