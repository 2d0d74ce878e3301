import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { notFound, ParleyError } from '#core/errors.ts'
import { sayOutcome, updateWaitingMark } from '#core/order-actions/tell-customer.ts'
import type { Shop } from '#database/database.ts'
import { findOrder } from '#storage/commerce/orders.ts'
import { findCustomAction } from '#storage/custom-actions/actions.ts'
import { beginWaitingRun, endWaitingRun, findRun, markRunTold, type RunRow } from '#storage/custom-actions/runs.ts'
import type { CustomAction } from './action.ts'
import type { ActionDesk, ActionRequest } from './call.ts'
import { callAndRecord, prepareRequest, timesOutAt } from './run.ts'
import { actionText } from './texts.ts'

/** Declines: nothing is called, and the customer hears it. A second decision changes nothing and answers the first one. */
export async function declineRun(caller: Caller, run: RunRow, memberId: string): Promise<RunRow> {
  await changeConversation(caller, conversationOf(run), async (change) => {
    const { tx, now } = change
    if (!(await endWaitingRun(tx, run.id, { state: 'declined', memberId, outdatedBy: null, at: now }))) return
    await sayOutcome(change, actionText(run.language, 'declined'), (position) => markRunTold(tx, run.id, position))
    await updateWaitingMark(change, run.id)
    await recordAudit(tx, caller.actor, 'custom_action.declined', run.actionId, { run: run.id })
    tx.signal({ kind: 'details', id: change.conversation.id })
  })
  return reread(caller.shop, run)
}

/**
 * Approves: the address is called, once, whatever others decide at the same time. What is older than the action or the order
 * that it refers to becomes `outdated`, and nothing is called. `memberId` null: it needs no approval. A second decision changes
 * nothing and answers the first one.
 */
export async function approveRun(
  caller: Caller,
  run: RunRow,
  memberId: string | null,
  desk: ActionDesk,
): Promise<RunRow> {
  const { shop } = caller
  if (run.state !== 'waiting') return run
  const action = await findCustomAction(shop, run.actionId)
  const ready = action && prepareUnchanged(action, run)
  if (!action || !ready) return expireRun(caller, run, 'action_changed')
  if (!(await isOrderProven(shop, run))) return expireRun(caller, run, 'order_changed')
  const { result } = await changeConversation(caller, conversationOf(run), async (change) => {
    const { tx, conversation, now } = change
    if (conversation.status === 'resolved' || conversation.isRedacted) return 'resolved' as const
    if (!(await beginWaitingRun(tx, run.id, { memberId, at: now, timesOutAt: timesOutAt() }))) return 'decided' as const
    await updateWaitingMark(change, run.id)
    await recordAudit(tx, caller.actor, 'custom_action.run', run.actionId, { run: run.id })
    tx.signal({ kind: 'details', id: conversation.id })
    return 'begun' as const
  })
  if (result === 'resolved') return expireRun(caller, run, 'resolved')
  if (result === 'decided') return reread(shop, run)
  return (await callAndRecord(shop, { run: { ...run, state: 'pending', memberId }, action, ready }, desk)).run
}

/** The request of an action that is still as it was when the run was prepared; undefined for another. */
function prepareUnchanged(action: CustomAction, run: RunRow): ActionRequest | undefined {
  if (!action.isEnabled || action.updatedAt > run.createdAt) return undefined
  try {
    return prepareRequest(action, run)
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    return undefined
  }
}

/** Whether the order still has the address that the customer has proven; true without an order. */
async function isOrderProven(shop: Shop, { facts, orderEmailKey }: RunRow): Promise<boolean> {
  const number = facts['order.number']
  if (number === null) return true
  const found = await findOrder(shop, number)
  return found !== undefined && found.emailKey !== null && emailKey(found.emailKey) === orderEmailKey
}

/** Ends a run that nobody can approve any more; the customer hears it, unless their conversation is over. */
async function expireRun(caller: Caller, run: RunRow, outdatedBy: NonNullable<RunRow['outdatedBy']>): Promise<RunRow> {
  await changeConversation(caller, conversationOf(run), async (change) => {
    const { tx, now, conversation } = change
    if (!(await endWaitingRun(tx, run.id, { state: 'outdated', memberId: null, outdatedBy, at: now }))) return
    if (conversation.status === 'open')
      await sayOutcome(change, actionText(run.language, 'failed'), (position) => markRunTold(tx, run.id, position))
    await updateWaitingMark(change, run.id)
    tx.signal({ kind: 'details', id: conversation.id })
  })
  return reread(caller.shop, run)
}

/** Only a test has no conversation, and none waits. */
function conversationOf({ conversationId }: RunRow): string {
  if (conversationId === null) throw notFound('Approval')
  return conversationId
}

/** As it is now; one whose contact was redacted meanwhile is gone. */
async function reread(shop: Shop, { id }: RunRow): Promise<RunRow> {
  const run = await findRun(shop, id)
  if (!run) throw notFound('Approval')
  return run
}
