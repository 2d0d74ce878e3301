import type { Queries, SystemQueries } from '#database/database.ts'
import { ATTEMPT, type Claim, claimDue, LEASE, nextDueAt, type Queue } from '../claims.ts'
import { findStoresDue } from '../due-stores.ts'
import type { NewsKind } from '../mail/member-digest.ts'

/** What is on its way to members' browsers (migrations/0019). */

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
  const chosen = `and exists (select 1 from notification_preferences w
    where w.shop_id = $1 and w.member_id = b.member_id and w.wants = 'all')`
  const rows = await tx.query(
    `insert into push_outbox (shop_id, session_id, conversation_id, kind, since, due_at)
     select b.shop_id, b.session_id, $3, $4, $5, $5 from push_subscriptions b
     where b.shop_id = $1 and b.member_id = any($2::text[]) ${kind === 'reply' ? chosen : ''}
     order by b.session_id
     on conflict (shop_id, session_id, conversation_id, kind) do update set since = excluded.since
     returning session_id`,
    [memberIds, conversationId, kind, since],
  )
  if (rows.length > 0) tx.announce?.('pushes')
}

const PUSHES: Queue = {
  table: 'push_outbox',
  time: 'due_at',
  assigns: [LEASE, ATTEMPT],
  returns: 'q.session_id, q.conversation_id, q.kind, q.since, q.lease, q.attempts',
}

export const findShopsWithPushes = (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
  findStoresDue(system, PUSHES, now, limit)

/** Claims pushes of a store (`claimDue`). */
export const claimPushes = (shop: Queries, claim: Claim): Promise<ClaimedPush[]> => claimDue(shop, PUSHES, claim)

/** When the store's next push is due, or a lease ends. */
export const nextPushAt = (shop: Queries): Promise<Date | undefined> => nextDueAt(shop, PUSHES)

const OF_CLAIM = 'shop_id = $1 and session_id = $2 and conversation_id = $3 and kind = $4 and lease = $5'
const claimed = ({ sessionId, conversationId, kind, lease }: ClaimedPush) => [sessionId, conversationId, kind, lease]

/** A push is settled. What happened while it was under way is a push of its own: answers whether there is one. */
export async function settlePush(shop: Queries, push: ClaimedPush): Promise<boolean> {
  const settled = await shop.query(`delete from push_outbox where ${OF_CLAIM} and since = $6 returning kind`, [
    ...claimed(push),
    push.since,
  ])
  if (settled.length > 0) return false
  const later = await shop.query(
    `update push_outbox set lease = null, due_at = since, attempts = 0 where ${OF_CLAIM} returning kind`,
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
  await shop.query(`update push_outbox set lease = null, due_at = $6, attempts = $7 where ${OF_CLAIM}`, [
    ...claimed(push),
    dueAt,
    attempts,
  ])
}

/** What waits for the end of quiet hours does so no longer: the hours are others now. */
export async function hastenPushes(tx: Queries, memberId: string, now: Date): Promise<void> {
  await tx.query(
    `update push_outbox set due_at = $3 where shop_id = $1 and due_at > $3 and lease is null and attempts = 0
       and session_id in (select session_id from push_subscriptions where shop_id = $1 and member_id = $2)`,
    [memberId, now],
  )
}
