import { currentTime } from '#base/clock.ts'
import type { Amount } from '#connectors/amounts.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import type { ActionAbility, ReturnableItem, ShippingAddress, ShopOrder, ShopWriter } from '#connectors/writer.ts'
import type { Caller } from '#core/caller.ts'
import { decideAfterSale, isCancelled } from '#core/commerce/after-sale.ts'
import { readSettings } from '#core/stores/settings.ts'
import { listOrderActions } from '#storage/order-actions/order-actions.ts'
import { ORDER_ACTIONS, type OrderAction, type OrderActionKind, type OrderDesk, RULE_OF } from './action.ts'
import { CONNECT_AGAIN, findPlace, GONE, isMalformed, type OrderPlace, requireOrder, UNREADABLE } from './orders.ts'

/** How long a shop may take to tell the order. */
const LOOK_MS = 8_000
/** Actions of an order that are shown. */
const SHOWN = 10

interface PossibleAction extends ActionAbility {
  kind: OrderActionKind
  /** Why the shop does not do it now; null: it does. */
  blocked: string | null
  /** What the store's after-sale rules say: outside them only an admin may. Without a deadline it is not delivered yet. */
  rule: { eligible: boolean; deadline: string | null }
}

/** What can be done with an order. */
export interface PossibleActions {
  /** Null where no connected shop has the order. */
  shop: string | null
  /** Why the shop could not be asked; null: it answered. */
  problem: string | null
  /** None where the order was cancelled. */
  actions: PossibleAction[]
  /** What can still be refunded; null where that is not known. */
  left: Amount | null
  decimals: number
  address: ShippingAddress | null
  /** What the customer can send back. */
  returnable: ReturnableItem[]
  /** The order's page for the shop's team. */
  url: string | null
  /** What was done with it, the newest first. */
  done: OrderAction[]
}

/** What a member can do with an order of a conversation's contact. NOT_FOUND for an order that is not theirs. */
export async function readPossibleActions(
  caller: Caller,
  conversationId: string,
  number: string,
  desk: OrderDesk,
): Promise<PossibleActions> {
  const { shop } = caller
  const { order, orderId } = await requireOrder(caller, conversationId, number)
  const [place, done, settings] = await Promise.all([
    findPlace(shop, orderId),
    listOrderActions(shop, orderId, SHOWN),
    readSettings(shop),
  ])
  const nothing = {
    problem: null,
    actions: [],
    left: null,
    decimals: 2,
    address: null,
    returnable: [],
    url: null,
    done,
  }
  if (!place) return { ...nothing, shop: null }
  const { kind, shopDomain } = place.connection
  const known = { ...nothing, shop: shopDomain ?? kind }
  const seen = await look(caller, place, desk)
  if ('problem' in seen) return { ...known, problem: seen.problem }
  const { writer, found } = seen
  const { left, decimals, address, returnable, url, blocked } = found
  const now = currentTime()
  const possible = ORDER_ACTIONS.flatMap((one): PossibleAction[] => {
    const ability = writer.abilities[one]
    if (!ability) return []
    const { eligible, deadline } = decideAfterSale(RULE_OF[one], order, settings.afterSale, now)
    const nothingLeft = one === 'refund' && /^[0.]*$/.test(left.amount) ? 'Nothing is left to refund.' : null
    return [{ ...ability, kind: one, blocked: blocked[one] ?? nothingLeft, rule: { eligible, deadline } }]
  })
  const isOver = found.isCancelled || isCancelled(order)
  return { ...known, actions: isOver ? [] : possible, left, decimals, address, returnable, url }
}

/** The order as its shop has it now, or why that is not known. */
export async function look(
  { shop }: Pick<Caller, 'shop'>,
  { connection, platformId }: OrderPlace,
  desk: OrderDesk,
  waitMs = LOOK_MS,
): Promise<{ writer: ShopWriter; found: ShopOrder } | { problem: string }> {
  if (connection.state !== 'connected') return { problem: connection.lastError ?? CONNECT_AGAIN }
  try {
    const writer = await desk.writerOf(shop, connection, waitMs)
    if (!writer) return { problem: CONNECT_AGAIN }
    const found = await writer.look(platformId)
    return found ? { writer, found } : { problem: GONE }
  } catch (error) {
    if (error instanceof ShopUnavailable || isTimeout(error)) return { problem: (error as Error).message }
    if (isMalformed(error)) return { problem: UNREADABLE }
    throw error
  }
}

const isTimeout = (error: unknown): boolean => ['TimeoutError', 'AbortError'].includes((error as Error)?.name)
