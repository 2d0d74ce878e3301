import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { notFound } from '#core/errors.ts'
import { APPROVALS_SHOWN } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import { findRun, listPreparedRuns, type RunRow } from '#storage/custom-actions/runs.ts'
import type { ActionInput } from './action.ts'

/** A run that the AI agent prepared, as a member reads it beside approvals of order actions. */
export interface RunApproval
  extends Pick<RunRow, 'id' | 'reason' | 'outdatedBy' | 'memberId' | 'createdAt' | 'decidedAt'> {
  kind: 'custom'
  actionName: string
  input: ActionInput
  /** The order's number without a leading #, and the contact's address, where the action uses them. */
  orderNumber: string | null
  email: string | null
  state: 'waiting' | 'approved' | 'declined' | 'outdated'
  /** What became of the call; null where it was not begun. `refused`: nothing was changed. */
  outcome: 'pending' | 'done' | 'refused' | 'unknown' | null
  /** Why it failed, or the customer's answer. */
  detail: string | null
}

/** The newest ones of a conversation. NOT_FOUND for no conversation. */
export async function readPreparedRuns({ shop }: Caller, conversationId: string): Promise<RunApproval[]> {
  const { id } = await requireConversation(shop, conversationId)
  return (await listPreparedRuns(shop, id, APPROVALS_SHOWN)).map(toApproval)
}

/** One of a conversation; undefined for none, and for one of another. */
export async function findPreparedRun(shop: Shop, conversationId: string, id: string): Promise<RunRow | undefined> {
  const conversation = await requireConversation(shop, conversationId)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw notFound('Approval')
  const run = await findRun(shop, id)
  const isHere = run?.conversationId === conversation.id && run.source === 'ai_agent' && run.risk !== 'read'
  return isHere ? run : undefined
}

export function toApproval(run: RunRow): RunApproval {
  const { id, reason, outdatedBy, memberId, createdAt, decidedAt, actionName, input, facts, error, answer } = run
  const isUndecided = run.state === 'waiting' || run.state === 'declined' || run.state === 'outdated'
  return {
    ...{ id, kind: 'custom', reason, outdatedBy, memberId, createdAt, decidedAt, actionName, input },
    orderNumber: facts['order.number'],
    email: facts['contact.email'] ?? run.orderEmailKey,
    state: isUndecided ? run.state : 'approved',
    outcome: isUndecided ? null : run.state === 'failed' ? 'refused' : run.state,
    detail: error ?? answer,
  } as RunApproval
}
