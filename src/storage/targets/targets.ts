import type { Param, Queries, SystemQueries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '../conversation-access.ts'
import { CLOCK, type Clock } from '../conversations/columns.ts'

/** Reply-time targets of stores, recounts of clocks, and what was met (migrations/0018). */

export interface ReplyTargetsRow {
  inHours: boolean
  /** Minutes, by priority and kind. */
  targets: object
}

/** A store's targets; undefined where it has never set any. */
export async function findTargets(shop: Queries): Promise<ReplyTargetsRow | undefined> {
  const [row] = await shop.query<ReplyTargetsRow>('select in_hours, targets from reply_targets where shop_id = $1')
  return row
}

/** Stores targets; the clocks of open conversations are recounted from `now` on. */
export async function saveTargets(tx: Queries, { inHours, targets }: ReplyTargetsRow, now: Date): Promise<void> {
  await tx.query(
    `insert into reply_targets (shop_id, in_hours, targets, recount_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (shop_id) do update set in_hours = excluded.in_hours, targets = excluded.targets,
       recount_at = excluded.recount_at, recount_from = '', updated_at = excluded.updated_at`,
    [inHours, targets, now],
  )
}

/** Schedules a recount of clocks after a change of what targets depend on. */
export async function askForRecount(tx: Queries, now: Date): Promise<void> {
  await tx.query("update reply_targets set recount_at = $2, recount_from = '' where shop_id = $1", [now])
}

/** Stores whose clocks are to be recounted, longest due first. */
export async function findShopsToRecount(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    'select shop_id from reply_targets where recount_at <= $1 order by recount_at limit $2',
    [now, limit],
  )
  return rows.map((row) => row.shopId)
}

/**
 * Locks a store's recount: the conversation behind which it goes on; undefined where it is not due, or another has it. Not
 * `claimDue`: a store has one row, which the caller moves on in the same transaction.
 */
export async function lockRecount(tx: Queries, now: Date): Promise<string | undefined> {
  const [row] = await tx.query<{ recountFrom: string }>(
    'select recount_from from reply_targets where shop_id = $1 and recount_at <= $2 for update skip locked',
    [now],
  )
  return row?.recountFrom
}

/** Position at which a recount continues; null when it is done. */
export async function saveRecount(tx: Queries, from: string | null): Promise<void> {
  await tx.query(
    `update reply_targets set recount_from = coalesce($2, ''), recount_at = case when $2::text is null then null else recount_at end
     where shop_id = $1`,
    [from],
  )
}

type LockedClock = Clock & { id: string; channel: string; customerType: string }

/** Open conversations that have a clock, by id, locked; those that somebody writes to are waited for. */
export function lockClocks(tx: Queries, after: string, limit: number): Promise<LockedClock[]> {
  return tx.query<LockedClock>(
    `select id, channel, customer_type, ${CLOCK.list()}
     from conversations
     where shop_id = $1 and id > $2 and (awaiting_reply_since is not null or resolve_clock_started_at is not null
       or resolve_clock_seconds > 0 or due_at is not null)
     order by id limit $3 for no key update`,
    [after, limit],
  )
}

/** Sets a clock outside of an act; open inboxes are told. */
export async function saveClock(tx: Queries, id: string, clock: Clock): Promise<void> {
  tx.signal({ kind: 'changed', id })
  const { sql, values } = CLOCK.assign(clock, 3)
  await tx.query(`update conversations set ${sql} where shop_id = $1 and id = $2`, [id, ...values])
}

export interface TargetResult {
  id: string
  conversationId: string
  kind: string
  priority: string
  dueAt: Date
  endedAt: Date
}

export async function insertResult(tx: Queries, result: TargetResult): Promise<void> {
  const { id, conversationId, kind, priority, dueAt, endedAt } = result
  await tx.query(
    `insert into target_results (shop_id, conversation_id, id, kind, priority, due_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [conversationId, id, kind, priority, dueAt, endedAt],
  )
}

/** In how many conversations that began in a span a target of each kind was met or missed, and missed at least once. */
export function countResults(
  shop: Queries,
  access: ConversationAccess,
  from: Date,
  to: Date,
): Promise<{ kind: 'first_reply' | 'next_reply' | 'resolve'; conversations: number; missed: number }[]> {
  const params: Param[] = [from, to]
  return shop.query(
    `select r.kind, count(distinct r.conversation_id)::int as conversations,
       (count(distinct r.conversation_id) filter (where r.ended_at > r.due_at))::int as missed
     from conversations c join target_results r on r.shop_id = $1 and r.conversation_id = c.id
     where c.shop_id = $1 and c.created_at >= $2 and c.created_at < $3
       and c.datastore = 'postgresql' and not c.is_playground and c.status_before_spam is null${andMaySee(access, params, 'c')}
     group by r.kind`,
    params,
  )
}
