import { currentTime } from '#base/clock.ts'
import { recordAudit } from '#core/audit-log.ts'
import { openChange, requireNotMerged, withMergedRedirect } from '#core/conversations/conversation-transaction.ts'
import { ParleyError } from '#core/errors.ts'
import type { Queries, Shop } from '#database/database.ts'
import { findApproval } from '#storage/order-actions/approvals.ts'
import { endOrderAction, findOrderAction } from '#storage/order-actions/order-actions.ts'
import type { OrderAction } from './action.ts'
import type { OrderOutcome } from './call-shop.ts'
import { tellOutcome } from './tell-customer.ts'
import { writeNoteOf } from './write-note.ts'

/**
 * Writes down how an action ended, in the audit log and, unless it was refused, as an internal note in the conversation. Of
 * an action that the AI agent prepared, the customer hears it too. The first outcome written wins; returns the action with it.
 */
export async function recordOutcome(shop: Shop, action: OrderAction, outcome: OrderOutcome): Promise<OrderAction> {
  const approval = await findApproval(shop, action.id)
  const end = async (tx: Queries) => {
    const ended = await endOrderAction(tx, action.id, outcome, currentTime())
    if (!ended) return undefined
    const { kind, orderId, memberId, conversationId, amount, currencyCode } = ended
    const details = {
      kind,
      outcome: outcome.state,
      ...(amount !== null && { amount, currencyCode }),
      action: action.id,
    }
    const actor = memberId === null ? ({ kind: 'ai_agent' } as const) : ({ kind: 'member', memberId } as const)
    await recordAudit(tx, actor, 'order.action_ended', orderId, details)
    tx.signal({ kind: 'details', id: conversationId })
    return ended
  }
  const withNote = (conversationId: string) =>
    shop.transaction(async (tx) => {
      const change = await openChange(tx, conversationId)
      requireNotMerged(change)
      const ended = await end(tx)
      if (ended && ended.state !== 'refused') await writeNoteOf(change, ended.memberId, noteOf(ended))
      if (ended && approval) await tellOutcome(change, approval, ended)
      await change.save('last')
      return ended
    })
  const ended =
    outcome.state === 'refused' && !approval
      ? await shop.transaction(end)
      : await withMergedRedirect(action.conversationId, withNote).catch((error) => {
          // The conversation was deleted meanwhile: what was done with the order stays.
          if (!(error instanceof ParleyError) || error.code !== 'NOT_FOUND') throw error
          return shop.transaction(end)
        })
  return ended ?? ((await findOrderAction(shop, action.id)) as OrderAction)
}

function noteOf({ orderId, kind, amount, currencyCode, state, detail }: OrderAction): string {
  const order = `Order #${orderId}`
  const money = `${amount} ${currencyCode}`
  const hint = detail ? ` ${detail}` : ''
  if (state === 'done') {
    const done = {
      cancel: 'cancelled',
      refund: `refunded ${money}`,
      address: 'shipping address changed',
      return: 'return opened',
    }[kind]
    return `${order}: ${done} in the shop.${hint}`
  }
  const asked = {
    cancel: 'cancel it',
    refund: `refund ${money}`,
    address: 'change the shipping address',
    return: 'open a return',
  }[kind]
  return `${order}: the shop was asked to ${asked}, and gave no answer. It may have done it: look there first.${hint}`
}
