import type { Amount } from './amounts.ts'
import { ShopUnavailable } from './shop-unavailable.ts'

/** What is done with an order in its shop: the same for every platform. */

export const ORDER_ACTIONS = ['cancel', 'refund', 'address', 'return'] as const
export type OrderActionKind = (typeof ORDER_ACTIONS)[number]

/** Address that an order is sent to. Empty texts: nothing. */
export interface ShippingAddress {
  firstName: string
  lastName: string
  company: string
  address1: string
  address2: string
  city: string
  zip: string
  /** A code such as CA, or a name, as the platform has it. */
  province: string
  /** ISO 3166-1, two letters. */
  countryCode: string
  phone: string
}

/** Items of one kind that the customer has and may send back. */
export interface ReturnableItem {
  /** The shop's own id of what was sent, in the form that a return names it. */
  id: string
  title: string
  quantity: number
}

/** What a platform takes along with an action. */
export interface ActionAbility {
  takesReason: boolean
  /** Whether the caller decides if the shop notifies the customer; otherwise the shop's own setup does. */
  canNotify: boolean
  /** Cancelling can return what was paid. */
  canRefund: boolean
}

/** An order as its shop has it now. */
export interface ShopOrder {
  isCancelled: boolean
  /** What can still be refunded, in the currency that the customer paid in. */
  left: Amount
  /** Decimals that the shop takes. */
  decimals: number
  /** Null where it has none. */
  address: ShippingAddress | null
  /** What can be returned; none where the shop opens no returns. */
  returnable: ReturnableItem[]
  /** Why the shop does not do something now, of what it can do. */
  blocked: Partial<Record<OrderActionKind, string>>
  /** The order's page for the shop's team; null where that is not known. */
  url: string | null
}

export interface CancelRequest {
  reason: string
  notifies: boolean
  refunds: boolean
}

export interface RefundRequest extends Amount {
  /** Names the refund: shops that know such keys do one but once. */
  key: string
  reason: string
  notifies: boolean
}

export interface ReturnRequest {
  items: Pick<ReturnableItem, 'id' | 'quantity'>[]
  reason: string
  notifies: boolean
}

/** What the shop did otherwise than it was asked, or leaves to be done there; null: nothing. */
type Hint = string | null

/**
 * Writes orders; what a platform cannot do is missing. Orders are named by the shop's own ids. Each throws ShopRefused where
 * the shop said no, and nothing was done; after any other error it may have been done.
 */
export interface ShopWriter {
  readonly abilities: Partial<Record<OrderActionKind, ActionAbility>>
  /** The order as it is now; null where there is none. Changes nothing. */
  look(id: string): Promise<ShopOrder | null>
  cancelOrder?(id: string, request: CancelRequest): Promise<Hint>
  /** The amount was compared with what is left just before. */
  refundOrder?(id: string, request: RefundRequest): Promise<Hint>
  changeAddress?(id: string, address: ShippingAddress, reason: string): Promise<Hint>
  /** Opens a return; the items were compared with what can be returned just before. */
  returnItems?(id: string, request: ReturnRequest): Promise<Hint>
}

/** The shop was asked and said no: nothing was done. */
export class ShopRefused extends ShopUnavailable {
  constructor(message: string) {
    super(message, false)
  }
}
