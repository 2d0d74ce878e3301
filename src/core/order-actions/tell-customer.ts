import { whyUnreachable } from '#channels/channel-window.ts'
import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { giveToTeam } from '#core/conversations/hand-off.ts'
import { fromAiAgent } from '#core/conversations/sender-fields.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import { type ApprovalRow, hasOtherWaiting, markTold } from '#storage/order-actions/approvals.ts'
import type { OrderAction } from './action.ts'
import { type ApprovalText, approvalText } from './approval-texts.ts'

/** Part of an act that ends an approval: the AI agent tells the customer how it ended (`sayOutcome`). */
export async function tellCustomer(
  change: ConversationChange,
  approval: ApprovalRow,
  key: ApprovalText,
): Promise<void> {
  const { currencyCode, amount } = approval.request
  const money = amount === undefined ? '' : `${amount} ${currencyCode}`
  const text = approvalText(approval.language, key, { number: approval.orderId, amount: money })
  await sayOutcome(change, text, (position) => markTold(change.tx, approval.id, position))
}

/**
 * Part of an act that ends an action of the AI agent: says to the customer how it ended. `markTold` remembers the position of that
 * message. Nothing is said after a person has taken over, nor where the channel delivers nothing: then a note tells the team so.
 */
export async function sayOutcome(
  change: ConversationChange,
  text: string,
  markTold: (position: string) => Promise<void>,
): Promise<void> {
  const { tx, conversation, settings } = change
  const { name } = settings.ai
  const isReached = conversation.isChatBot && whyUnreachable((await change.deliveryRoute()).reach) === null
  if (!isReached) {
    if (conversation.isRedacted) return
    change.write({ ...fromAiAgent(name), isNote: true, text: `The customer has not been told: “${text}”` })
    return
  }
  const said = change.write({ ...fromAiAgent(name), text })
  change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, said))
  change.set({ isCustomerRead: false })
  change.addStatement(() => markTold(said.position))
}

/** Part of an act that writes down how the shop took an approved action. Without a member, the team gets what failed. */
export async function tellOutcome(
  change: ConversationChange,
  approval: ApprovalRow,
  { state, kind, detail, memberId }: OrderAction,
): Promise<void> {
  await tellCustomer(change, approval, state === 'done' ? `done.${kind}` : state === 'refused' ? 'failed' : 'unknown')
  if (state === 'done' || memberId !== null || !change.conversation.isChatBot) return
  giveToTeam(change, { name: change.settings.ai.name, note: failureNote(approval, detail) })
}

/** What the team has to know of an action that the settings allowed and that failed. */
export const failureNote = ({ orderId, kind }: Pick<ApprovalRow, 'orderId' | 'kind'>, why: string | null): string =>
  `Order #${orderId}: I could not ${{ cancel: 'cancel it', refund: 'refund it', address: 'change its address', return: 'open its return' }[kind]}. ${why ?? ''}`.trim()

/** Part of an act that decides: the list's mark goes, unless another action waits. */
export async function updateWaitingMark(change: ConversationChange, approvalId: string): Promise<void> {
  const { tx, conversation } = change
  const waitsForApproval = await hasOtherWaiting(tx, conversation.id, approvalId)
  if (waitsForApproval !== conversation.waitsForApproval) change.set({ waitsForApproval })
}
