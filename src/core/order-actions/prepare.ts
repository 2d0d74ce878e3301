import type { ShippingAddress } from '#connectors/writer.ts'
import type { Order } from '#core/commerce/platform.ts'
import { orderActionsOf, type Settings } from '#core/stores/settings.ts'
import type { Shop } from '#database/database.ts'
import { type ApprovalRow, isApprovalWaiting } from '#storage/order-actions/approvals.ts'
import type { OrderActionKind, OrderDesk } from './action.ts'
import { look } from './available-actions.ts'
import { chooseReturned } from './choose-returned.ts'
import { findPlace } from './orders.ts'

/** How long the shop may take to tell the order: the customer has an answer within 5 seconds (spec C10.1). */
const LOOK_MS = 3_000

export type { ShippingAddress }

/** Lines of an address, each of which a customer may want changed. */
export const ADDRESS_LINES = [
  'firstName',
  'lastName',
  'company',
  'address1',
  'address2',
  'city',
  'zip',
  'province',
  'countryCode',
  'phone',
] as const satisfies (keyof ShippingAddress)[]
const NO_ADDRESS = Object.fromEntries(ADDRESS_LINES.map((line) => [line, ''])) as unknown as ShippingAddress

/** An order action that a member can approve. */
export interface PreparedOrderAction extends Pick<ApprovalRow, 'orderId' | 'emailKey' | 'kind' | 'request' | 'before'> {
  /** Whether the store's settings allow it without approval. */
  isAllowed: boolean
}

export interface WantedOrderAction {
  order: Order
  /** The order's address, which the customer has proven to be theirs. */
  emailKey: string
  kind: OrderActionKind
  /** Lines of the new address: the others stay as they are. */
  address?: Partial<ShippingAddress> | undefined
  /** What a customer who sends something back says of it. */
  returning?: { words: string; isWholeOrder: boolean }
}

/**
 * Prepares what a customer wants of their own order, with the order as its shop has it now; changes nothing. 'waiting' where
 * an action with the order waits for approval already; null where the shop cannot do it now, or cannot be asked.
 */
export async function prepareOrderAction(
  shop: Shop,
  { order, emailKey, kind, address, returning }: WantedOrderAction,
  settings: Settings,
  desk: OrderDesk,
): Promise<PreparedOrderAction | 'waiting' | null> {
  const orderId = order.orderNumber.replace(/^#/, '')
  if (await isApprovalWaiting(shop, orderId)) return 'waiting'
  const place = await findPlace(shop, orderId)
  if (!place) return null
  const seen = await look({ shop }, place, desk, LOOK_MS)
  if ('problem' in seen) return null
  const { abilities } = seen.writer
  const { left, isCancelled, blocked, address: addressNow, returnable } = seen.found
  const ability = abilities[kind]
  if (!ability || isCancelled || blocked[kind]) return null
  const isNothingLeft = /^[0.]*$/.test(left.amount)
  if (kind === 'refund' && isNothingLeft) return null
  const newAddress = { ...NO_ADDRESS, ...addressNow, ...address }
  if (kind === 'address' && !(address && isWhole(newAddress))) return null
  const items = kind === 'return' && returning ? chooseReturned(returnable, returning) : []
  if (kind === 'return' && items.length === 0) return null
  const { amount, currencyCode } = left
  const refunds = ability.canRefund && !isNothingLeft
  const request = {
    cancel: { left: amount, refunds },
    refund: { left: amount, amount, currencyCode },
    address: { address: newAddress },
    return: { items },
  }[kind]
  const before = { total: order.total, left, address: addressNow, ...(kind === 'return' && { returnable }) }
  const isAllowed = isWithin(kind === 'refund' ? left : order.total, kind, settings)
  return { orderId, emailKey, kind, request, before, isAllowed }
}

const isWhole = ({ address1, city, lastName, countryCode }: ShippingAddress): boolean =>
  [address1, city, lastName].every((line) => line.trim() !== '') && /^[A-Z]{2}$/.test(countryCode)

/** Whether the settings allow an action of this amount without approval. */
function isWithin({ amount, currencyCode }: ApprovalRow['before']['left'], kind: OrderActionKind, settings: Settings) {
  const { cancelUpTo, refundUpTo, addressUpTo, returnUpTo, currencyCode: currency } = orderActionsOf(settings)
  const most = { cancel: cancelUpTo, refund: refundUpTo, address: addressUpTo, return: returnUpTo }[kind]
  return most > 0 && currencyCode === currency && Number(amount) <= most
}
