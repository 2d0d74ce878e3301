import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due.ts'
import type { NewsKind } from '../mail/missed-news.ts'

/** What is on its way to members' browsers (migrations/0087). */

interface PushKey {
  sessionId: string
  conversationId: string
  kind: NewsKind
}

export interface ClaimedPush extends PushKey {
  /** When it happened, for the last time. */
  since: Date
  lease: string
  /** This one counted. */
  attempts: number
}

export interface PushEvent {
  memberIds: string[]
  conversationId: string
  kind: NewsKind
  since: Date
}

/**
 * Puts an event on its way to all browsers of its members. What waits already is one push still, of the later time: after
 * a failure it keeps its place. A customer's answer goes to who has chosen that alone.
 */
export async function queuePushes(tx: Queries, { memberIds, conversationId, kind, since }: PushEvent): Promise<void> {
  const chosen = `and exists (select 1 from member_mail w
    where w.shop_id = $1 and w.member_id = b.member_id and w.wants = 'all')`
  const rows = await tx.query(
    `insert into pushes (shop_id, session_id, conversation_id, kind, since, due_at)
     select b.shop_id, b.session_id, $3, $4, $5, $5 from push_browsers b
     where b.shop_id = $1 and b.member_id = any($2::text[]) ${kind === 'reply' ? chosen : ''}
     order by b.session_id
     on conflict (shop_id, session_id, conversation_id, kind) do update set since = excluded.since
     returning session_id`,
    [memberIds, conversationId, kind, since],
  )
  if (rows.length > 0) tx.announce?.('pushes')
}

export const findShopsWithPushes = (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
  findStoresDue(system, { table: 'pushes', time: 'due_at' }, now, limit)

/** Takes up to `limit` due pushes of a store. Two workers never take the same one. */
export function claimPushes(
  shop: Queries,
  claim: { now: Date; lease: string; leaseEnd: Date; limit: number },
): Promise<ClaimedPush[]> {
  return shop.walk<ClaimedPush>(
    `update pushes p set lease = $3, due_at = $4, attempts = p.attempts + 1
     where p.shop_id = $1 and p.ctid = any (array(
       select ctid from pushes where shop_id = $1 and due_at <= $2
       order by due_at limit $5 for update skip locked))
     returning p.session_id, p.conversation_id, p.kind, p.since, p.lease, p.attempts`,
    [claim.now, claim.lease, claim.leaseEnd, claim.limit],
  )
}

const OF_CLAIM = 'shop_id = $1 and session_id = $2 and conversation_id = $3 and kind = $4 and lease = $5'
const claimed = ({ sessionId, conversationId, kind, lease }: ClaimedPush) => [sessionId, conversationId, kind, lease]

/** A push is settled. What happened while it was under way is a push of its own: answers whether there is one. */
export async function settlePush(shop: Queries, push: ClaimedPush): Promise<boolean> {
  const settled = await shop.query(`delete from pushes where ${OF_CLAIM} and since = $6 returning kind`, [
    ...claimed(push),
    push.since,
  ])
  if (settled.length > 0) return false
  const later = await shop.query(
    `update pushes set lease = null, due_at = since, attempts = 0 where ${OF_CLAIM} returning kind`,
    claimed(push),
  )
  return later.length > 0
}

/** A push is tried again at a time. One that was not tried yet has no attempt behind it. */
export async function postponePush(
  shop: Queries,
  push: ClaimedPush,
  { dueAt, wasTried }: { dueAt: Date; wasTried: boolean },
): Promise<void> {
  const attempts = wasTried ? push.attempts : 0
  await shop.query(`update pushes set lease = null, due_at = $6, attempts = $7 where ${OF_CLAIM}`, [
    ...claimed(push),
    dueAt,
    attempts,
  ])
}

/** What waits for the end of quiet hours does so no longer: the hours are others now. */
export async function hastenPushes(tx: Queries, memberId: string, now: Date): Promise<void> {
  await tx.query(
    `update pushes set due_at = $3 where shop_id = $1 and due_at > $3 and lease is null and attempts = 0
       and session_id in (select session_id from push_browsers where shop_id = $1 and member_id = $2)`,
    [memberId, now],
  )
}

/** When the store's next push is due. */
export async function nextPushAt(shop: Queries): Promise<Date | undefined> {
  const [row] = await shop.walk<{ dueAt: Date }>('select due_at from pushes where shop_id = $1 order by due_at limit 1')
  return row?.dueAt
}
