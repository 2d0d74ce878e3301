import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries, SystemQueries } from '#database/database.ts'
import type { PageRequest } from '#database/json-page.ts'
import type { CustomAction } from './actions.ts'

/** Runs of a store's own HTTP actions (migrations/0070). */

/** Values of an action's parameters, by name. */
export type ActionInput = Record<string, string | number | boolean>
/** What the service fills in by itself; null: not known, or not proven. */
export interface ActionFacts {
  'conversation.id': string | null
  'contact.id': string | null
  'contact.email': string | null
  'order.number': string | null
  'order.id': string | null
}

export interface RunRow {
  id: string
  actionId: string
  /** As the action was called then. */
  actionName: string
  risk: CustomAction['risk']
  /** Null: an admin's test. */
  conversationId: string | null
  source: 'ai_agent' | 'member' | 'test'
  /** The member who ran, approved or declined it; null: the AI agent, as the settings allow. */
  memberId: string | null
  state: 'waiting' | 'declined' | 'outdated' | 'pending' | 'done' | 'failed' | 'unknown'
  input: ActionInput
  facts: ActionFacts
  orderEmailKey: string | null
  /** What the customer wrote. */
  reason: string
  language: string | null
  outdatedBy: 'resolved' | 'order_changed' | 'action_changed' | null
  responseStatus: number | null
  durationMs: number | null
  /** Why it failed, for people. */
  error: string | null
  /** The customer's answer; null where the address's answer lacks a value of it. */
  answer: string | null
  createdAt: Date
  decidedAt: Date | null
  endedAt: Date | null
}

const COLUMNS = `r.id, r.action_id, r.action_name, r.risk, r.conversation_id, r.source, r.member_id, r.state, r.input, r.facts,
  r.order_email_key, r.reason, r.language, r.outdated_by, r.response_status, r.duration_ms, r.error, r.answer, r.created_at,
  r.decided_at, r.ended_at`

export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'actionId'
  | 'actionName'
  | 'risk'
  | 'conversationId'
  | 'source'
  | 'memberId'
  | 'input'
  | 'facts'
  | 'orderEmailKey'
  | 'reason'
  | 'language'
  | 'createdAt'
>

/** State of a new run: it waits (until `dueAt`, or for a member), or its call begins now and ends before `timesOutAt`. */
export type RunStart = { state: 'waiting'; dueAt: Date | null } | { state: 'pending'; timesOutAt: Date }

/** Writes down a run; undefined where its id is known, or another run of the action waits in the conversation. */
export async function insertRun(tx: Queries, run: NewRun, start: RunStart): Promise<RunRow | undefined> {
  const { id, actionId, actionName, risk, conversationId, source, memberId, input, facts, orderEmailKey } = run
  const [row] = await tx.query<RunRow>(
    `insert into custom_action_runs as r (shop_id, id, action_id, action_name, risk, conversation_id, source, member_id, input,
       facts, order_email_key, reason, language, state, due_at, times_out_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::json, $10::json, $11, $12, $13, $14, $15, $16, $17)
     on conflict do nothing returning ${COLUMNS}`,
    [
      ...[id, actionId, actionName, risk, conversationId, source, memberId, input, facts, orderEmailKey, run.reason],
      run.language,
      start.state,
      start.state === 'waiting' ? start.dueAt : null,
      start.state === 'pending' ? start.timesOutAt : null,
      run.createdAt,
    ],
  )
  return row
}

export async function findRun(shop: Queries, id: string): Promise<RunRow | undefined> {
  const [row] = await shop.query<RunRow>(
    `select ${COLUMNS} from custom_action_runs r where r.shop_id = $1 and r.id = $2::uuid`,
    [id],
  )
  return row
}

/** Lets one that waits begin; false where it was decided before. Call it under the conversation's lock. */
export async function beginWaitingRun(
  tx: Queries,
  id: string,
  { memberId, at, timesOutAt }: { memberId: string | null; at: Date; timesOutAt: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `update custom_action_runs set state = 'pending', member_id = $3, decided_at = $4, times_out_at = $5, due_at = null
     where shop_id = $1 and id = $2::uuid and state = 'waiting' returning 1`,
    [id, memberId, at, timesOutAt],
  )
  return rows.length > 0
}

/** Ends one that waits without a call; false where it was decided before. Call it under the conversation's lock. */
export async function endWaitingRun(
  tx: Queries,
  id: string,
  end: { state: 'declined' | 'outdated'; memberId: string | null; outdatedBy: RunRow['outdatedBy']; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `update custom_action_runs set state = $3, member_id = $4, outdated_by = $5, decided_at = $6, due_at = null
     where shop_id = $1 and id = $2::uuid and state = 'waiting' returning 1`,
    [id, end.state, end.memberId, end.outdatedBy, end.at],
  )
  return rows.length > 0
}

export type RunOutcome = { state: 'done' | 'failed' | 'unknown' } & Pick<
  RunRow,
  'responseStatus' | 'durationMs' | 'error' | 'answer'
>

/** Writes down how a call ended; undefined where that is known already. */
export async function endRun(tx: Queries, id: string, outcome: RunOutcome, at: Date): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    `update custom_action_runs r set state = $3, response_status = $4, duration_ms = $5, error = $6, answer = $7, ended_at = $8,
       times_out_at = null
     where shop_id = $1 and id = $2::uuid and state = 'pending' returning ${COLUMNS}`,
    [id, outcome.state, outcome.responseStatus, outcome.durationMs, outcome.error, outcome.answer, at],
  )
  return row
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** When the last run given out was made, and its id; null for a cursor that is not of this list. */
function readRunCursor(cursor: string): [Date, string] | null {
  const [at, id] = decodeCursor(cursor, ['time', 'string']) ?? []
  return typeof at === 'number' && UUID.test(String(id)) ? [new Date(at), String(id)] : null
}

export const isRunCursor = (cursor: string): boolean => readRunCursor(cursor) !== null

/** A run as the log shows it. */
export type LoggedRun = Pick<
  RunRow,
  'id' | 'conversationId' | 'source' | 'memberId' | 'state' | 'responseStatus' | 'durationMs' | 'error' | 'createdAt'
> & { customerName: string | null }

/** Runs of an action, newest first. */
export async function listRuns(
  shop: Queries,
  actionId: string,
  page: PageRequest,
): Promise<{ runs: LoggedRun[]; nextCursor: string | null }> {
  const after = page.cursor === null ? null : readRunCursor(page.cursor)
  const rows = await shop.query<LoggedRun>(
    `select r.id, r.conversation_id, r.source, r.member_id, r.state, r.response_status, r.duration_ms, r.error, r.created_at,
       c.customer_name
     from custom_action_runs r left join conversations c on c.shop_id = $1 and c.id = r.conversation_id
     where r.shop_id = $1 and r.action_id = $2 ${after ? 'and (r.created_at, r.id) < ($4::timestamptz, $5::uuid)' : ''}
     order by r.created_at desc, r.id desc limit $3`,
    [actionId, page.limit + 1, ...(after ?? [])],
  )
  const runs = rows.slice(0, page.limit)
  const last = runs.at(-1)
  const nextCursor = rows.length > page.limit && last ? encodeCursor([last.createdAt.getTime(), last.id]) : null
  return { runs, nextCursor }
}

/** Runs that the AI agent prepared in a conversation, the newest first. */
export function listPreparedRuns(shop: Queries, conversationId: string, limit: number): Promise<RunRow[]> {
  return shop.query(
    `select ${COLUMNS} from custom_action_runs r
     where r.shop_id = $1 and r.conversation_id = $2 and r.source = 'ai_agent' and r.risk <> 'read'
     order by r.created_at desc, r.id desc limit $3`,
    [conversationId, limit],
  )
}

/** Ends all that wait in a conversation that is resolved. */
export async function endRunsOf(tx: Queries, conversationId: string, at: Date): Promise<void> {
  await tx.query(
    `update custom_action_runs set state = 'outdated', outdated_by = 'resolved', decided_at = $3, due_at = null
     where shop_id = $1 and conversation_id = $2 and state = 'waiting'`,
    [conversationId, at],
  )
}

/** Remembers the message that told the customer: it answers nothing that they wrote meanwhile. */
export async function markRunTold(tx: Queries, id: string, position: string): Promise<void> {
  await tx.query('update custom_action_runs set told_position = $3 where shop_id = $1 and id = $2::uuid', [
    id,
    position,
  ])
}

/** Runs of a store that the service is to begin now. */
export function listDueRuns(shop: Queries, now: Date, limit: number): Promise<RunRow[]> {
  return shop.query(
    `select ${COLUMNS} from custom_action_runs r where r.shop_id = $1 and r.due_at <= $2 order by r.due_at limit $3`,
    [now, limit],
  )
}

/** Returns the stores with due runs, the longest due first. */
export const findShopsWithDueRuns = (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
  findShops(system, 'due_at', now, limit)

/** Runs of a store whose end nobody wrote down in time. */
export function listUnsettledRuns(shop: Queries, now: Date, limit: number): Promise<RunRow[]> {
  return shop.query(
    `select ${COLUMNS} from custom_action_runs r where r.shop_id = $1 and r.times_out_at <= $2
     order by r.times_out_at limit $3`,
    [now, limit],
  )
}

/** Returns the stores with unsettled runs, the longest overdue first. */
export const findShopsWithUnsettledRuns = (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
  findShops(system, 'times_out_at', now, limit)

async function findShops(system: SystemQueries, time: 'due_at' | 'times_out_at', now: Date, limit: number) {
  const rows = await system.query<{ shopId: string }>(
    `select shop_id from custom_action_runs where ${time} <= $1 group by shop_id order by min(${time}) limit $2`,
    [now, limit],
  )
  return rows.map(({ shopId }) => shopId)
}
