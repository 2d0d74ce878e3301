import { decimalsIn, toMinor } from '#connectors/amounts.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import { type ShippingAddress, type ShopOrder, ShopRefused, type ShopWriter } from '#connectors/writer.ts'
import { ORDER_ACTION_MAX, ORDER_ACTION_MS } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import { METHOD_OF, type OrderActionRequest, type OrderDesk } from './action.ts'
import { CONNECT_AGAIN, GONE, isMalformed, type OrderPlace, UNREADABLE } from './orders.ts'

/** What became of an action, with the shop's words. */
export interface OrderOutcome {
  state: 'done' | 'refused' | 'unknown'
  detail: string | null
}

/**
 * Looks at the order in the shop and does what is asked for. Never throws. Before the shop is asked to write, whatever goes
 * wrong is a refusal; after that only what the shop says itself is: an answer that never came leaves it unknown.
 */
export async function callShop(
  shop: Shop,
  { connection, platformId }: OrderPlace,
  request: OrderActionRequest,
  desk: OrderDesk,
): Promise<OrderOutcome> {
  let writer: ShopWriter | null
  try {
    writer = await desk.writerOf(shop, connection, ORDER_ACTION_MS)
    if (!writer) return refused(CONNECT_AGAIN)
    const order = await writer.look(platformId)
    if (!order) return refused(GONE)
    const why = whyNot(writer, order, request)
    if (why) return refused(why)
  } catch (error) {
    return refused(`${isMalformed(error) ? UNREADABLE : (error as Error).message} Nothing was done.`)
  }
  try {
    return { state: 'done', detail: cut(await write(writer, platformId, request)) }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof ShopRefused || (error instanceof ShopUnavailable && error.isFinal)) return refused(message)
    return { state: 'unknown', detail: cut(message) }
  }
}

const refused = (detail: string): OrderOutcome => ({ state: 'refused', detail: cut(detail) })
const cut = (detail: string | null): string | null => detail?.slice(0, ORDER_ACTION_MAX.detail) ?? null

function whyNot(writer: ShopWriter, order: ShopOrder, { kind, ...asked }: OrderActionRequest): string | null {
  if (!writer[METHOD_OF[kind]]) return 'The shop cannot do that.'
  if (order.isCancelled) return 'The order was cancelled in the shop.'
  if (order.blocked[kind]) return order.blocked[kind]
  const { amount = '', currencyCode, left = '', addressBefore } = asked
  const { decimals } = order
  if (addressBefore !== undefined && !isSameAddress(addressBefore, order.address))
    return 'The order has another address meanwhile.'
  if (kind === 'return') return whyNoReturn(order.returnable, asked.items ?? [])
  if (kind !== 'refund') return asked.left === undefined || isLeft(left, order) ? null : hasChanged(order)
  if (currencyCode !== order.left.currencyCode) return `The order was paid in ${order.left.currencyCode}.`
  if (decimalsIn(amount) > decimals) return `The shop takes ${decimals} decimals.`
  if (!isLeft(left, order)) return hasChanged(order)
  return toMinor(amount, decimals) > toMinor(order.left.amount, decimals)
    ? `Only ${mostOf(order)} is left to refund.`
    : null
}

/** An item that was returned meanwhile, or that the order never had. */
function whyNoReturn(returnable: ShopOrder['returnable'], items: { id: string; quantity: number }[]): string | null {
  const quantityOf = new Map(returnable.map(({ id, quantity }) => [id, quantity]))
  const isMore = items.some(({ id, quantity }) => quantity > (quantityOf.get(id) ?? 0))
  return isMore ? 'What can be returned has changed meanwhile. Look again.' : null
}

/** False where somebody refunded it meanwhile, here or in the shop: who sees that may want another amount. */
const isLeft = (left: string, { left: now, decimals }: ShopOrder): boolean =>
  /^\d+(\.\d+)?$/.test(left) && toMinor(left, decimals) === toMinor(now.amount, decimals)

const hasChanged = (order: ShopOrder) => `What is left to refund has changed meanwhile: ${mostOf(order)}. Look again.`
const mostOf = ({ left }: ShopOrder) => `${left.amount} ${left.currencyCode}`

/** Compares by value: a stored address has its keys in another order. */
const isSameAddress = (one: object | null, other: object | null): boolean => {
  const lines = (address: object | null) =>
    JSON.stringify(Object.entries(address ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
  return lines(one) === lines(other)
}

async function write(writer: ShopWriter, id: string, request: OrderActionRequest): Promise<string | null> {
  const { kind, id: key, reason = '', notifies = false, refunds = false, address, items = [] } = request
  const { amount = '', currencyCode = '' } = request
  if (kind === 'cancel') return (await writer.cancelOrder?.(id, { reason, notifies, refunds })) ?? null
  if (kind === 'refund')
    return (await writer.refundOrder?.(id, { amount, currencyCode, key, reason, notifies })) ?? null
  if (kind === 'return') return (await writer.returnItems?.(id, { items, reason, notifies })) ?? null
  return (await writer.changeAddress?.(id, address as ShippingAddress, reason)) ?? null
}
