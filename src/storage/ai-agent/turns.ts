import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due.ts'

/** The AI agent's work, claimed like deliveries (migrations/0036). */

/** What is to be done about a conversation: an answer to its customer, or a summary for the team. */
export type TurnKind = 'reply' | 'summary'

/** Work that is this worker's until its lease ends. */
export interface ClaimedTurn {
  conversationId: string
  kind: TurnKind
  /** Of the message that it is about. */
  position: string
  lease: string
  /** How often it was claimed, this time included. */
  attempts: number
  askedBack: boolean
}

/** Makes work due, or moves it on: whoever works at an earlier position finds its lease gone. */
export async function scheduleTurn(
  tx: Queries,
  turn: {
    conversationId: string
    kind: TurnKind
    position: string
    dueAt: Date
    /** Whether the message is by a visitor whose identity was verified; of a row of messages all have to be. */
    isProven?: boolean
  },
): Promise<void> {
  tx.announce?.('turns')
  await tx.query(
    `insert into ai_turns (shop_id, conversation_id, kind, position, due_at, is_proven) values ($1, $2, $3, $4, $5, $6)
     on conflict (shop_id, conversation_id, kind) do update
     set position = excluded.position, due_at = excluded.due_at, lease = null, attempts = 0,
         is_proven = excluded.is_proven and (ai_turns.due_at is null or ai_turns.is_proven)`,
    [turn.conversationId, turn.kind, turn.position, turn.dueAt, turn.isProven ?? false],
  )
}

/** Stores with work that is due, longest due first. */
export function findShopsWithTurns(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  return findStoresDue(system, { table: 'ai_turns', time: 'due_at', where: 'due_at is not null' }, now, limit)
}

/** Takes up to `limit` due turns of a store, longest due first. Two workers never take the same one. */
export function claimTurns(
  shop: Queries,
  claim: { now: Date; lease: string; leaseEnd: Date; limit: number },
): Promise<ClaimedTurn[]> {
  return shop.walk<ClaimedTurn>(
    `update ai_turns t set lease = $3, due_at = $4, attempts = t.attempts + 1
     where t.shop_id = $1 and t.ctid = any (array(
       select ctid from ai_turns where shop_id = $1 and due_at is not null and due_at <= $2
       order by due_at limit $5 for update skip locked))
     returning t.conversation_id, t.kind, t.position, t.lease, t.attempts, t.asked_back`,
    [claim.now, claim.lease, claim.leaseEnd, claim.limit],
  )
}

/** When the store's next turn is due, or a lease ends; undefined for none. */
export async function nextTurnAt(shop: Queries): Promise<Date | undefined> {
  const [row] = await shop.walk<{ dueAt: Date }>(
    'select due_at from ai_turns where shop_id = $1 and due_at is not null order by due_at limit 1',
  )
  return row?.dueAt
}

/**
 * Ends a turn, where it is still ours: false where the customer wrote more meanwhile, or the lease has ended and another
 * worker has it. To be asked under the conversation's lock, which whoever moves a turn on holds too.
 */
export async function finishTurn(tx: Queries, turn: ClaimedTurn, askedBack: boolean): Promise<boolean> {
  const rows = await tx.query(
    `update ai_turns set due_at = null, lease = null, asked_back = $5
     where shop_id = $1 and conversation_id = $2 and kind = $3 and lease = $4 returning 1`,
    [turn.conversationId, turn.kind, turn.lease, askedBack],
  )
  return rows.length > 0
}

/** Claims a turn for longer, where it is still ours. */
export async function keepTurn(shop: Queries, turn: ClaimedTurn, leaseEnd: Date): Promise<void> {
  await shop.query(
    'update ai_turns set due_at = $5 where shop_id = $1 and conversation_id = $2 and kind = $3 and lease = $4',
    [turn.conversationId, turn.kind, turn.lease, leaseEnd],
  )
}

/** Makes a turn due again at a later time, where it is still ours. */
export async function postponeTurn(shop: Queries, turn: ClaimedTurn, dueAt: Date, attempts: number): Promise<void> {
  await shop.query(
    `update ai_turns set due_at = $5, lease = null, attempts = $6
     where shop_id = $1 and conversation_id = $2 and kind = $3 and lease = $4`,
    [turn.conversationId, turn.kind, turn.lease, dueAt, attempts],
  )
}

/** Turns that wait or are under way, of all stores. */
export async function countWaitingTurns(system: SystemQueries): Promise<number> {
  const [row] = await system.query<{ count: number }>(
    'select count(*)::int as count from ai_turns where due_at is not null',
  )
  return row?.count ?? 0
}
