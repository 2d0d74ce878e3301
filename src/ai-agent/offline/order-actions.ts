import { currentTime } from '#base/clock.ts'
import { shorten } from '#base/text.ts'
import { decideAfterSale } from '#core/commerce/after-sale.ts'
import { APPROVAL_REASON_MAX } from '#core/limits.ts'
import { approvalText } from '#core/order-actions/approval-texts.ts'
import { prepareOrderAction, type WantedOrderAction } from '#core/order-actions/prepare.ts'
import { orderActionsOf } from '#core/stores/settings.ts'
import type { Turn } from '../turn.ts'
import { asksToHaveIt } from '../understanding/asks-to-have-it.ts'
import { normalizeText } from '../understanding/normalize-text.ts'
import { says } from '../understanding/patterns.ts'
import { WHOLE_ORDER } from '../understanding/phrases.ts'
import { understand } from '../understanding/understand.ts'
import { type Context, type OfflineParts, plainReply, type Reply } from './context.ts'
import { findOwnOrder } from './orders.ts'

/** Newest messages of the customer that a member reads as the reason. */
const REASON_LINES = 3

/**
 * Prepares an action with the customer's own order, for a member to approve. Null where the store does not want that, its
 * shop cannot do it now, or nothing would be done about it: nobody waits there.
 */
export async function prepareAction(context: Context, wanted: WantedOrderAction): Promise<Reply | null> {
  const { turn, orders, understanding, trace } = context
  const { language } = understanding
  // Suggestions, replays and the playground change nothing.
  if (!orders || !turn.asker || !orderActionsOf(turn.settings).enabled) return null
  const reason = reasonOf(turn)
  if (wanted.kind !== 'address' && !asksToHaveIt(reason, wanted.kind, language)) return null
  const said = { words: reason, isWholeOrder: says(normalizeText(reason), WHOLE_ORDER, language) }
  const returning = wanted.kind === 'return' && { returning: said }
  const prepared = await prepareOrderAction(turn.caller.shop, { ...wanted, ...returning }, turn.settings, orders)
  trace.checks.push(
    `order action: ${prepared === null ? 'not possible' : prepared === 'waiting' ? 'waits already' : 'prepared'}`,
  )
  if (prepared === null) return null
  const number = wanted.order.orderNumber.replace(/^#/, '')
  const answer = (text: string, evidence: object) => ({
    ...plainReply(text),
    evidence: [number, JSON.stringify(evidence)],
  })
  if (prepared === 'waiting') return answer(approvalText(language, 'already', { number }), {})
  // A question ("can I still cancel?") does not decide anything.
  const isAllowed = prepared.isAllowed && !/[?？؟]/.test(reason)
  const { amount, currencyCode } = prepared.request
  const words = { number, amount: amount === undefined ? undefined : `${amount} ${currencyCode}` }
  const text = approvalText(language, isAllowed ? 'begun' : `waiting.${prepared.kind}`, words)
  return { ...answer(text, prepared.request), action: { ...prepared, isAllowed, reason } }
}

/** The customer's last words, as a member reads them as the reason. */
export function reasonOf({ lines }: Turn): string {
  const said = lines.filter(({ senderType }) => senderType === 'customer').slice(-REASON_LINES)
  return shorten(said.map(({ text }) => text).join('\n'), APPROVAL_REASON_MAX)
}

/**
 * What a model may do with orders: prepare an action, always for a member to approve. Which order it is follows from what the
 * customer wrote and has proven, as offline; the model names none. Null: it is not possible; otherwise what to say.
 */
export async function prepareForModel(
  turn: Turn,
  parts: OfflineParts,
  { kind, address }: Pick<WantedOrderAction, 'kind' | 'address'>,
): Promise<Reply | null> {
  const understanding = understand(turn, true)
  const trace = { language: understanding.language, intent: kind, candidates: [], confidence: null, checks: [] }
  const context: Context = { ...parts, turn, understanding, trace, offers: [] }
  const found = await findOwnOrder(context, 'afterSale.ask')
  if ('reply' in found) return found.reply
  const { order, emailKey } = found
  const request = kind === 'address' ? 'edit' : kind
  if (!decideAfterSale(request, order, turn.settings.afterSale, currentTime()).eligible) return null
  const reply = await prepareAction(context, { order, emailKey, kind, address })
  if (reply?.act !== 'answer' || !reply.action) return reply
  const { language } = understanding
  const { orderId: number, request: asked } = reply.action
  const words = { number, amount: asked.amount && `${asked.amount} ${asked.currencyCode}` }
  return {
    ...reply,
    text: approvalText(language, `waiting.${kind}`, words),
    action: { ...reply.action, isAllowed: false },
  }
}
