import type { Settings } from '#core/stores/settings.ts'
import type { Order } from './platform.ts'

export type AfterSaleRequest = 'return' | 'refund' | 'cancel' | 'edit'

/** Applies the store's after-sale policy to a request about an order. It changes nothing. */
export interface AfterSaleDecision {
  requestType: AfterSaleRequest
  orderNumber: string
  eligible: boolean
  /** Why, in one sentence. */
  reason: string
  /** The last moment; null where there is none. */
  deadline: string | null
  /** self_service: at `url`. human: a person does it. none: nothing is to be done. */
  nextStep: 'self_service' | 'human' | 'none'
  instructions: string
  url: string | null
}

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** How long after what a request may be made (spec C9.27). */
const RULES: Record<AfterSaleRequest, { from: 'order' | 'delivery'; windowMs: (s: Settings['afterSale']) => number }> =
  {
    return: { from: 'delivery', windowMs: (s) => s.returnDays * DAY },
    refund: { from: 'delivery', windowMs: (s) => s.refundDays * DAY },
    cancel: { from: 'order', windowMs: (s) => s.cancelHours * HOUR },
    edit: { from: 'order', windowMs: (s) => s.editHours * HOUR },
  }

/** What is asked for, in a sentence. */
const NOUNS: Record<AfterSaleRequest, string> = {
  return: 'return',
  refund: 'refund',
  cancel: 'cancellation',
  edit: 'change',
}

/** Decides a request at the moment `now`. A cancelled order is eligible for nothing. */
export function decideAfterSale(
  requestType: AfterSaleRequest,
  order: Order,
  settings: Settings['afterSale'],
  now: Date,
): AfterSaleDecision {
  const noun = NOUNS[requestType]
  const refuse = (reason: string, deadline: string | null, instructions: string): AfterSaleDecision => ({
    requestType,
    orderNumber: order.orderNumber,
    eligible: false,
    reason,
    deadline,
    nextStep: 'none',
    instructions,
    url: null,
  })
  if (isCancelled(order)) {
    return refuse(
      'The order was cancelled.',
      null,
      'Tell the customer that the order was cancelled; nothing is left to do.',
    )
  }
  const { from, windowMs } = RULES[requestType]
  const start = from === 'order' ? order.createdAt : deliveredAt(order)
  if (start === null) {
    return refuse(
      'The order has not been delivered yet.',
      null,
      `Tell the customer that a ${noun} can be asked for once the order has arrived.`,
    )
  }
  const end = new Date(start).getTime() + windowMs(settings)
  const deadline = new Date(end).toISOString()
  if (now.getTime() > end) {
    return refuse(
      `The time for a ${noun} ended on ${deadline.slice(0, 10)}.`,
      deadline,
      `Explain the store's policy; a ${noun} is no longer possible.`,
    )
  }
  const url = order.statusUrl
  return {
    requestType,
    orderNumber: order.orderNumber,
    eligible: true,
    reason: `The order is within the time for a ${noun}.`,
    deadline,
    nextStep: url === null ? 'human' : 'self_service',
    instructions:
      url === null
        ? `Hand over to a person with human_agent_transfer: the team does the ${noun}.`
        : `Send the customer to the order's page to ask for the ${noun} before the deadline.`,
    url,
  }
}

/** Whether the order was cancelled, however its shop says so. */
export const isCancelled = ({ cancelledAt, status }: Order): boolean =>
  cancelledAt !== null || /^cancell?ed$/i.test(status)

/** When the last of its parcels that arrived did so; null when none has. */
function deliveredAt(order: Order): string | null {
  return (
    order.shipments
      .flatMap((shipment) => shipment.deliveredAt ?? [])
      .sort()
      .at(-1) ?? null
  )
}
