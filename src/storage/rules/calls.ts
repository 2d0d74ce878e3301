import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries, SystemQueries } from '#database/database.ts'
import type { PageRequest } from '#database/json-page.ts'
import { type Claim, claimDue, LEASE, nextDueAt, type Queue } from '../claims.ts'
import { findStoresDue } from '../due-stores.ts'

/** Calls of rules to endpoints (migrations/0077). */

type RuleCallStatus = 'pending' | 'delivered' | 'dropped' | 'failed'

export interface NewRuleCall {
  id: string
  endpointId: string
  conversationId: string
  ruleId: string
  ruleName: string
  trigger: string
  createdAt: Date
}

export interface ClaimedRuleCall extends NewRuleCall {
  lease: string
  /** Attempts that have ended. */
  attempts: number
}

export interface RuleCallRow extends NewRuleCall {
  customerName: string | null
  status: RuleCallStatus
  attempts: number
  responseStatus: number | null
  error: string | null
}

/** Queues a call in the transaction of the rule's actions; false where the store no longer has the endpoint. */
export async function insertRuleCall(tx: Queries, call: NewRuleCall): Promise<boolean> {
  const rows = await tx.query(
    `insert into rule_calls (shop_id, id, endpoint_id, conversation_id, rule_id, rule_name, trigger, due_at, created_at)
     select $1, $2, id, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz from rule_endpoints where shop_id = $1 and id = $3
     returning id`,
    [call.id, call.endpointId, call.conversationId, call.ruleId, call.ruleName, call.trigger, call.createdAt],
  )
  if (rows.length > 0) tx.announce?.('rule_calls')
  return rows.length > 0
}

const CALLS: Queue = {
  table: 'rule_calls',
  time: 'due_at',
  assigns: [LEASE],
  returns:
    'q.id, q.endpoint_id, q.conversation_id, q.rule_id, q.rule_name, q.trigger, q.created_at, q.lease, q.attempts',
}

export const findShopsWithRuleCalls = (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
  findStoresDue(system, CALLS, now, limit)

/** Claims calls of a store (`claimDue`). */
export const claimRuleCalls = (shop: Queries, claim: Claim): Promise<ClaimedRuleCall[]> => claimDue(shop, CALLS, claim)

/** When the store's next call is due, or a lease ends. */
export const nextRuleCallAt = (shop: Queries): Promise<Date | undefined> => nextDueAt(shop, CALLS)

/** Keeps the result of an attempt, unless its lease has ended and another worker has the call. */
export async function recordRuleCall(
  shop: Queries,
  { conversationId, id, lease }: ClaimedRuleCall,
  result: Pick<RuleCallRow, 'status' | 'responseStatus' | 'error'> & { dueAt: Date | null },
): Promise<void> {
  await shop.query(
    `update rule_calls set attempts = attempts + 1, lease = null, status = $5, response_status = $6, error = $7, due_at = $8
     where shop_id = $1 and conversation_id = $2 and id = $3 and lease = $4`,
    [conversationId, id, lease, result.status, result.responseStatus, result.error, result.dueAt],
  )
}

const CURSOR = ['string'] as const

export const isRuleCallCursor = (cursor: string): boolean => decodeCursor(cursor, CURSOR) !== null

/** Calls to an endpoint, newest first. */
export async function listRuleCalls(
  shop: Queries,
  endpointId: string,
  page: PageRequest,
): Promise<{ calls: RuleCallRow[]; nextCursor: string | null }> {
  const after = page.cursor === null ? null : decodeCursor(page.cursor, CURSOR)
  const rows = await shop.query<RuleCallRow>(
    `select r.id, r.endpoint_id, r.conversation_id, r.rule_id, r.rule_name, r.trigger, r.status, r.attempts,
       r.response_status, r.error, r.created_at, c.customer_name
     from rule_calls r join conversations c on c.shop_id = r.shop_id and c.id = r.conversation_id
     where r.shop_id = $1 and r.endpoint_id = $2 ${after ? 'and r.id < $4' : ''} order by r.id desc limit $3`,
    [endpointId, page.limit + 1, ...(after ? [after[0] as string] : [])],
  )
  const calls = rows.slice(0, page.limit)
  const last = calls.at(-1)
  return { calls, nextCursor: rows.length > page.limit && last ? encodeCursor([last.id]) : null }
}

/** A conversation's newest messages as ready JSON, newest first; internal notes only where `withNotes`. */
export function listMessagesForCall(
  shop: Queries,
  conversationId: string,
  { limit, withNotes }: { limit: number; withNotes: boolean },
): Promise<{ renderedJson: string }[]> {
  return shop.query(
    `select rendered_json from messages where shop_id = $1 and conversation_id = $2 and not is_deleted
     ${withNotes ? '' : 'and not is_note'} order by position desc limit $3`,
    [conversationId, limit],
  )
}
