import type { Queries, SystemQueries } from '#database/database.ts'
import { ATTEMPT, type Claim, claimDue, LEASE, nextDueAt, type Queue } from '../claims.ts'
import { findStoresDue } from '../due-stores.ts'

/** The AI agent's work, claimed like deliveries (migrations/0015). */

/** What is to be done about a conversation: an answer to its customer, or a summary for the team. */
export type TurnKind = 'reply' | 'summary'

/** Work that is this worker's until its lease ends. */
export interface ClaimedTurn {
  conversationId: string
  kind: TurnKind
  /** Position of the message in question. */
  position: string
  lease: string
  /** How often it was claimed, this time included. */
  attempts: number
  askedBack: boolean
  /** What guidance asks of the customer. */
  guidanceRun: GuidanceRun | null
}

/** A question of guidance that the customer is to answer. Its texts are the customer's own: they are cleared with the contact. */
export interface GuidanceRun {
  guidanceId: string
  /** Name of the question, and how often it was asked; empty: what an action of its steps has to know of the order. */
  question: string
  asked: number
  /** Answers so far, by the names of their questions. */
  values: Record<string, string>
  /** What the customer wrote that guidance matched. */
  begunWith: string
  /** Position of the message that the question followed. */
  position: string
}

/** Makes a job due, or moves it on: a worker that works at an earlier position loses its lease. */
export async function scheduleTurn(
  tx: Queries,
  turn: {
    conversationId: string
    kind: TurnKind
    position: string
    dueAt: Date
    /** Whether the message is by a visitor whose identity was verified; of a row of messages all have to be. */
    isVerified?: boolean
  },
): Promise<void> {
  tx.announce?.('turns')
  await tx.query(
    `insert into ai_turns (shop_id, conversation_id, kind, position, due_at, is_verified) values ($1, $2, $3, $4, $5, $6)
     on conflict (shop_id, conversation_id, kind) do update
     set position = excluded.position, due_at = excluded.due_at, lease = null, attempts = 0,
         is_verified = excluded.is_verified and (ai_turns.due_at is null or ai_turns.is_verified)`,
    [turn.conversationId, turn.kind, turn.position, turn.dueAt, turn.isVerified ?? false],
  )
}

const TURNS: Queue = {
  table: 'ai_turns',
  time: 'due_at',
  where: 'due_at is not null',
  assigns: [LEASE, ATTEMPT],
  returns: 'q.conversation_id, q.kind, q.position, q.lease, q.attempts, q.asked_back, q.guidance_run',
}

/** Stores with work that is due, longest due first. */
export const findShopsWithTurns = (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
  findStoresDue(system, TURNS, now, limit)

/** Claims turns of a store (`claimDue`). */
export const claimTurns = (shop: Queries, claim: Claim): Promise<ClaimedTurn[]> => claimDue(shop, TURNS, claim)

/** When the store's next turn is due, or a lease ends; undefined for none. */
export const nextTurnAt = (shop: Queries): Promise<Date | undefined> => nextDueAt(shop, TURNS)

/**
 * Ends a turn, where it is still ours: false where the customer wrote more meanwhile, or the lease has ended and another
 * worker has it. Must be called under the conversation's lock, which is also held when a job is moved on.
 */
export async function finishTurn(
  tx: Queries,
  turn: ClaimedTurn,
  { askedBack = false, guidanceRun = null }: Partial<Pick<ClaimedTurn, 'askedBack' | 'guidanceRun'>> = {},
): Promise<boolean> {
  const rows = await tx.query(
    `update ai_turns set due_at = null, lease = null, asked_back = $5, guidance_run = $6
     where shop_id = $1 and conversation_id = $2 and kind = $3 and lease = $4 returning 1`,
    [turn.conversationId, turn.kind, turn.lease, askedBack, guidanceRun],
  )
  return rows.length > 0
}

/** Ends what guidance asks in a conversation. */
export async function endGuidanceRun(tx: Queries, conversationId: string): Promise<void> {
  await tx.query(
    `update ai_turns set guidance_run = null
     where shop_id = $1 and conversation_id = $2 and kind = 'reply' and guidance_run is not null`,
    [conversationId],
  )
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
