import { type Static, Type } from 'typebox'
import { ORDER_ACTIONS, type OrderActionKind, type ShopWriter } from '#connectors/writer.ts'
import type { AfterSaleRequest } from '#core/commerce/after-sale.ts'
import { ORDER_ACTION_MAX } from '#core/limits.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Shop } from '#database/database.ts'
import type { OrderActionRow } from '#storage/order-actions/order-actions.ts'

export { ORDER_ACTIONS, type OrderActionKind }
/** Something that a member did with an order in its shop. */
export type OrderAction = OrderActionRow
/** Under way, or how it ended; unknown: the shop was asked and gave no answer, so it may have done it. */
export const ORDER_ACTION_STATES = ['pending', 'done', 'refused', 'unknown'] as const satisfies OrderAction['state'][]

const line = Type.String({ maxLength: ORDER_ACTION_MAX.line })
const Address = Type.Object(
  {
    firstName: line,
    lastName: line,
    company: line,
    address1: line,
    address2: line,
    city: line,
    zip: line,
    province: line,
    countryCode: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two letters.', examples: ['CH'] }),
    phone: line,
  },
  { additionalProperties: false },
)

/** What a member asks for; `amount` and `left` of a refund, `address` of a change of it. */
export const ORDER_ACTION = {
  id: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    examples: ['3f2b8c1e-5d47-4a6b-9c0d-1e2f3a4b5c6d'],
    description: 'A UUID made by the browser: the same again is the same action.',
  }),
  kind: Type.Unsafe<OrderActionKind>({ type: 'string', enum: ORDER_ACTIONS }),
  amount: Type.Optional(
    Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,4})?$', description: 'Decimal text.', examples: ['19.90'] }),
  ),
  currencyCode: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] })),
  left: Type.Optional(Type.String({ maxLength: 20, description: 'What was left to refund when the member looked.' })),
  address: Type.Optional(Address),
  reason: Type.Optional(Type.String({ maxLength: ORDER_ACTION_MAX.reason, description: 'For the shop.' })),
  notifies: Type.Optional(Type.Boolean({ description: 'The shop tells the customer; false unless given.' })),
  refunds: Type.Optional(Type.Boolean({ description: 'Cancelling returns what was paid; false unless given.' })),
  beyondRules: Type.Optional(Type.Boolean({ description: 'An admin does it in spite of the after-sale rules.' })),
}
const Request = Type.Object(ORDER_ACTION)
export type OrderActionRequest = Static<typeof Request>

/** What the after-sale rules call it. */
export const RULE_OF: Record<OrderActionKind, AfterSaleRequest> = {
  cancel: 'cancel',
  refund: 'refund',
  address: 'edit',
}
/** The method of a shop's writer that does it. */
export const METHOD_OF = { cancel: 'cancelOrder', refund: 'refundOrder', address: 'changeAddress' } as const

/** What orders are changed with, and read again. */
export interface OrderDesk {
  /** Null for a shop that cannot be asked. All that is asked with it may take `waitMs` together. */
  writerOf(shop: Shop, connection: ShopConnection, waitMs: number): Promise<ShopWriter | null>
  /** Takes over an order as the shop has it now; a shop that does not answer changes nothing. */
  refresh(shop: Shop, connection: ShopConnection, platformId: string): Promise<void>
}
