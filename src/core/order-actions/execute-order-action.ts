import { currentTime } from '#base/clock.ts'
import { decimalsIn, decimalsOf, toDecimal, toMinor } from '#connectors/amounts.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { decideAfterSale, isCancelled } from '#core/commerce/after-sale.ts'
import type { Order } from '#core/commerce/platform.ts'
import { forbidden, invalidParams } from '#core/errors.ts'
import { ORDER_ACTION_SETTLES_MS } from '#core/limits.ts'
import { readSettings } from '#core/stores/settings.ts'
import type { Transaction } from '#database/database.ts'
import { findOrderAction, insertOrderAction } from '#storage/order-actions/order-actions.ts'
import { type OrderAction, type OrderActionRequest, type OrderDesk, RULE_OF } from './action.ts'
import { callShop } from './call-shop.ts'
import { findPlace, type OrderPlace, requireOrder } from './orders.ts'
import { recordOutcome } from './record-outcome.ts'

export interface OrderActionInput {
  conversationId: string
  orderNumber: string
  member: { id: string; isAdmin: boolean }
  request: OrderActionRequest
}

/** What is done with an order that was found: by a member, or, with null, by the AI agent as the settings allow. */
interface FoundOrderAction {
  conversationId: string
  orderId: string
  order: Order
  member: OrderActionInput['member'] | null
  request: OrderActionRequest
  /** When the customer asked for it: the after-sale rules are those of then. Without it, now. */
  askedAt?: Date
  /** Part of the transaction that begins the action; it throws where the action may not begin. */
  onBegin?: (tx: Transaction) => Promise<void>
}

/**
 * Does something with an order in its shop. It is written down before the shop is asked, under the id that the browser gave
 * it: the same id again answers the same action, and does nothing. One action at a time is done with an order. INVALID_PARAMS
 * for values that cannot be and while another action is under way, FORBIDDEN outside the after-sale rules, where an admin
 * has to confirm it. What the shop made of it is the action's `state`.
 */
export async function executeOrderAction(
  caller: Caller,
  acting: OrderActionInput,
  desk: OrderDesk,
): Promise<OrderAction> {
  const { member, request } = acting
  const found = await requireOrder(caller, acting.conversationId, acting.orderNumber)
  return executeOnOrder(caller, { ...found, member, request }, desk)
}

/** Does something with an order that the caller has checked to be the customer's (`executeOrderAction`). */
export async function executeOnOrder(caller: Caller, acting: FoundOrderAction, desk: OrderDesk): Promise<OrderAction> {
  const { shop } = caller
  const { request, ...found } = acting
  const known = await findOrderAction(shop, request.id)
  if (known) return requireSameRequest(known, found.orderId, request)
  const settings = await readSettings(shop)
  const askedAt = acting.askedAt ?? currentTime()
  const rule = decideAfterSale(RULE_OF[request.kind], found.order, settings.afterSale, askedAt)
  if (isCancelled(found.order)) throw invalidParams(rule.reason)
  if (!rule.eligible) requireBeyond(rule.reason, acting)
  checkRequest(request)
  const place = await findPlace(shop, found.orderId)
  if (!place) throw invalidParams('No connected shop has this order: do it where it was sold.')
  const begun = await begin(caller, { place, acting, isBeyond: !rule.eligible })
  if (!begun.isNew) return begun.action
  const outcome = await callShop(shop, place, { ...request, amount: begun.action.amount ?? '' }, desk)
  const ended = await recordOutcome(shop, begun.action, outcome)
  if (ended.state !== 'refused') {
    await desk.refresh(shop, place.connection, place.platformId)
    shop.signal({ kind: 'details', id: found.conversationId })
  }
  return ended
}

/** The action that had been begun under the same id. */
function requireSameRequest(known: OrderAction, orderId: string, { kind }: OrderActionRequest): OrderAction {
  if (known.orderId === orderId && known.kind === kind) return known
  throw invalidParams('id has already been used with different values. Send a new id for each action.')
}

function requireBeyond(reason: string, { member, request }: FoundOrderAction): void {
  if (!member?.isAdmin) throw forbidden(`${reason} Only an admin of the store can override that.`)
  if (!request.beyondRules) throw forbidden(`${reason} To override that, send beyondRules: true.`)
}

function checkRequest({ kind, amount, currencyCode, left, address, items }: OrderActionRequest): void {
  if (kind === 'address') {
    if (!address) throw invalidParams('address is required.')
    for (const name of ['address1', 'city', 'lastName'] as const) {
      if (address[name].trim() === '') throw invalidParams(`address.${name} must not be empty.`)
    }
  }
  if (kind === 'return') {
    if (!items) throw invalidParams('items is required.')
    if (new Set(items.map(({ id }) => id)).size < items.length) throw invalidParams('items must name each id once.')
  }
  if (kind !== 'refund') return
  if (amount === undefined || currencyCode === undefined || left === undefined) {
    throw invalidParams('amount, currencyCode and left are required.')
  }
  const decimals = decimalsOf(currencyCode)
  if (decimalsIn(amount) > decimals) {
    throw invalidParams(`amount has ${decimalsIn(amount)} decimals; ${currencyCode} has ${decimals}.`)
  }
  if (toMinor(amount, decimals) === 0n) throw invalidParams('amount must be more than 0.')
}

/** A refund's amount with as many decimals as its currency has. */
function moneyOf({ kind, amount = '', currencyCode = '' }: OrderActionRequest) {
  if (kind !== 'refund') return { amount: null, currencyCode: null }
  const decimals = decimalsOf(currencyCode)
  return { amount: toDecimal(toMinor(amount, decimals), decimals), currencyCode }
}

const UNDER_WAY = 'Something is being done with this order just now: look again in a moment.'

interface NewOrderAction {
  place: OrderPlace
  acting: FoundOrderAction
  isBeyond: boolean
}

/** Records the action and its author; throws if its outcome is known already, or if it cannot begin now. */
async function begin(
  { shop, actor }: Caller,
  beginning: NewOrderAction,
): Promise<{ action: OrderAction; isNew: boolean }> {
  const { place, acting, isBeyond } = beginning
  const { conversationId, orderId } = acting
  const { id, kind } = acting.request
  const createdAt = currentTime()
  const money = moneyOf(acting.request)
  const action = { id, orderId, kind, ...money, conversationId, memberId: acting.member?.id ?? null, createdAt }
  const where = { connectionId: place.connection.id, platformId: place.platformId }
  const timesOutAt = new Date(createdAt.getTime() + ORDER_ACTION_SETTLES_MS)
  const begun = await shop.transaction(async (tx) => {
    await acting.onBegin?.(tx)
    const row = await insertOrderAction(tx, { ...action, ...where }, timesOutAt)
    if (!row && acting.onBegin) throw invalidParams(UNDER_WAY)
    if (!row) return undefined
    const details = { kind, ...(kind === 'refund' && money), ...(isBeyond && { beyondRules: true }), action: id }
    await recordAudit(tx, actor, 'order.action_begun', orderId, details)
    tx.signal({ kind: 'details', id: conversationId })
    return row
  })
  if (begun) return { action: begun, isNew: true }
  const known = await findOrderAction(shop, id)
  if (known) return { action: requireSameRequest(known, orderId, acting.request), isNew: false }
  throw invalidParams(UNDER_WAY)
}
