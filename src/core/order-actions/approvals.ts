import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { isCancelled } from '#core/commerce/after-sale.ts'
import type { Order } from '#core/commerce/platform.ts'
import { changeConversation, openChange } from '#core/conversations/conversation-transaction.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { ErrorWithoutStack, notFound, ParleyError } from '#core/errors.ts'
import { APPROVALS_SHOWN } from '#core/limits.ts'
import { orderActionsOf } from '#core/stores/settings.ts'
import type { Shop, Transaction } from '#database/database.ts'
import { findOrder } from '#storage/commerce/orders.ts'
import { type ApprovalRow, endApproval, findApproval, listApprovals } from '#storage/order-actions/approvals.ts'
import type { OrderActionRequest, OrderDesk } from './action.ts'
import { executeOnOrder } from './execute-order-action.ts'
import { tellCustomer, updateWaitingMark } from './tell-customer.ts'

/** An order action that the AI agent prepared, and what was decided about it. */
export type Approval = ApprovalRow

/** The newest ones of a conversation. NOT_FOUND for no conversation. */
export async function readApprovals({ shop }: Caller, conversationId: string): Promise<Approval[]> {
  const { id } = await requireConversation(shop, conversationId)
  return listApprovals(shop, id, APPROVALS_SHOWN)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One of a conversation; NOT_FOUND for one of another. */
export async function requireApproval(shop: Shop, conversationId: string, id: string): Promise<Approval> {
  const conversation = await requireConversation(shop, conversationId)
  const approval = UUID.test(id) ? await findApproval(shop, id) : undefined
  if (approval?.conversationId !== conversation.id) throw notFound('Approval')
  return approval
}

/** Declines: nothing is done, and the customer hears it. A second decision changes nothing and answers the first one. */
export async function declineApproval(caller: Caller, approval: Approval, memberId: string): Promise<Approval> {
  const { shop, actor } = caller
  await changeConversation(caller, approval.conversationId, async (change) => {
    const { tx, now } = change
    if (!(await endApproval(tx, approval.id, { state: 'declined', memberId, at: now }))) return
    await tellCustomer(change, approval, 'declined')
    await updateWaitingMark(change, approval.id)
    const { kind, id: action } = approval
    await recordAudit(tx, actor, 'order.approval_declined', approval.orderId, { kind, action })
    tx.signal({ kind: 'details', id: change.conversation.id })
  })
  return reread(shop, approval)
}

/** Thrown in the transaction that begins an action: it was decided before, or may not be done any more. */
class CannotBegin extends ErrorWithoutStack {
  readonly because: Approval['outdatedBy']
  constructor(because: Approval['outdatedBy']) {
    super('the approval cannot be carried out')
    this.because = because
  }
}

/**
 * Approves: the action is done in the shop, once, whatever others decide at the same time. One that is older than what it
 * refers to becomes `outdated`, and nothing is done. `member` null: the settings allow it without approval. A second
 * decision changes nothing and answers the first one. INVALID_PARAMS while another action is under way with the order.
 */
export async function approve(
  caller: Caller,
  approval: Approval,
  member: { id: string; isAdmin: boolean } | null,
  desk: OrderDesk,
): Promise<Approval> {
  const { shop } = caller
  if (approval.state !== 'waiting') return approval
  const order = await findProvenOrder(shop, approval)
  if (!order || isCancelled(order)) return expire(caller, approval, 'order_changed')
  const { id, kind, conversationId, orderId, before, createdAt: askedAt } = approval
  const request = { ...approval.request, id, kind, ...(kind === 'address' && { addressBefore: before.address }) }
  const onBegin = (tx: Transaction) => beginApproved(tx, approval, member?.id ?? null)
  const found = { conversationId, orderId, order, member, askedAt, onBegin }
  try {
    await executeOnOrder(caller, { ...found, request: request as OrderActionRequest }, desk)
  } catch (error) {
    if (error instanceof CannotBegin)
      return error.because ? expire(caller, approval, error.because) : reread(shop, approval)
    // The rules or the connection have changed since it was prepared.
    if (error instanceof ParleyError && error.code === 'FORBIDDEN') return expire(caller, approval, 'order_changed')
    throw error
  }
  return reread(shop, approval)
}

/** Takes the decision in the transaction that begins the action, so that there is never one without the other. */
async function beginApproved(tx: Transaction, approval: Approval, memberId: string | null): Promise<void> {
  const change = await openChange(tx, approval.conversationId)
  const { conversation, settings, now } = change
  if (!(await endApproval(tx, approval.id, { state: 'approved', memberId, at: now }))) throw new CannotBegin(null)
  if (conversation.status === 'resolved' || conversation.isRedacted) throw new CannotBegin('resolved')
  if (!orderActionsOf(settings).enabled) throw new CannotBegin('switched_off')
  await updateWaitingMark(change, approval.id)
  await change.save('more')
}

/** The order, where its address still is the one that the customer has proven. */
async function findProvenOrder(shop: Shop, { orderId, emailKey: proven }: Approval): Promise<Order | null> {
  const found = await findOrder<Order>(shop, orderId)
  return found && found.emailKey !== null && emailKey(found.emailKey) === proven ? found.data : null
}

/** Ends an approval that nobody can carry out any more; the customer hears it, unless their conversation is over. */
export async function expire(
  caller: Caller,
  approval: Approval,
  outdatedBy: NonNullable<Approval['outdatedBy']>,
): Promise<Approval> {
  await changeConversation(caller, approval.conversationId, async (change) => {
    const { tx, now, conversation } = change
    if (!(await endApproval(tx, approval.id, { state: 'outdated', outdatedBy, at: now }))) return
    if (conversation.status === 'open') await tellCustomer(change, approval, 'failed')
    await updateWaitingMark(change, approval.id)
    tx.signal({ kind: 'details', id: conversation.id })
  })
  return reread(caller.shop, approval)
}

/** As it is now; one whose contact was redacted meanwhile is gone. */
async function reread(shop: Shop, { id }: Approval): Promise<Approval> {
  const approval = await findApproval(shop, id)
  if (!approval) throw notFound('Approval')
  return approval
}
