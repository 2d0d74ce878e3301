import { currentTime } from '#base/clock.ts'
import { type AfterSaleRequest, decideAfterSale } from '#core/commerce/after-sale.ts'
import type { Context, Reply } from './context.ts'
import { prepareAction } from './order-actions.ts'
import { findOwnOrder } from './orders.ts'
import { say } from './texts.ts'

/**
 * A return, refund, cancellation or change of the customer's own order, by the store's policy: allowed, it is prepared for
 * approval where the store wants that, or done on the order's page, or else by a person. It changes nothing.
 */
export async function answerAfterSale(context: Context, request: AfterSaleRequest): Promise<Reply> {
  const found = await findOwnOrder(context, 'afterSale.ask')
  if ('reply' in found) return found.reply
  const { order, emailKey } = found
  const { settings } = context.turn
  const decision = decideAfterSale(request, order, settings.afterSale, currentTime())
  context.trace.checks.push(`after sale: ${decision.reason}`)
  if (decision.eligible && request !== 'edit') {
    const prepared = await prepareAction(context, { order, emailKey, kind: request })
    if (prepared) return prepared
  }
  if (decision.nextStep === 'human') return { act: 'hand_over', reason: 'after_sale' }
  const { language } = context.understanding
  const words = {
    number: order.orderNumber,
    date: decision.deadline?.slice(0, 10) ?? '',
    url: decision.url ?? '',
  }
  const key = decision.eligible
    ? (`afterSale.${request}` as const)
    : decision.deadline !== null
      ? 'afterSale.tooLate'
      : order.cancelledAt !== null || /^cancell?ed$/i.test(order.status)
        ? 'afterSale.cancelled'
        : 'afterSale.notDelivered'
  const evidence = [JSON.stringify(order), JSON.stringify(decision)]
  return { act: 'answer', text: say(language, key, words), evidence, faqs: [], products: [] }
}
