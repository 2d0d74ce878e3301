import { type Static, Type } from 'typebox'
import { ORDER_ACTION_STATES, ORDER_ACTIONS } from '#core/order-actions/action.ts'
import { datetime, flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from '../schemas/wire.ts'

const kind = oneOf(ORDER_ACTIONS)

/** Something that a member did with an order in its shop. */
export const OrderActionLine = Type.Object({
  id: string(),
  kind,
  amount: nullable(string('Of a refund: decimal text.')),
  currencyCode: nullable(string()),
  memberId: nullable(string('Null: the AI agent did it, as the settings allow.')),
  state: oneOf(ORDER_ACTION_STATES, 'unknown: the shop was asked and gave no answer; it may have done it.'),
  detail: nullable(string('Why it was refused or is unknown, or what is left to do in the shop.')),
  createdAt: datetime(),
  endedAt: nullable(datetime()),
})
export type OrderActionLine = Wire<Static<typeof OrderActionLine>>

const Address = Type.Object({
  ...{ firstName: string(), lastName: string(), company: string(), address1: string(), address2: string() },
  ...{ city: string(), zip: string(), province: string(), countryCode: string(), phone: string() },
})

const Items = Type.Array(Type.Object({ id: string(), title: string(), quantity: Type.Integer() }))

const Money = Type.Object({ amount: string(), currencyCode: string() })

/** An order action that the AI agent prepared, and what was decided about it. */
const OrderApprovalLine = Type.Object({
  id: string(),
  kind,
  orderId: string('The order’s number without a leading #.'),
  emailKey: string('The order’s address, which the customer has proven.'),
  request: Type.Object(
    {
      amount: Type.Optional(string()),
      currencyCode: Type.Optional(string()),
      left: Type.Optional(string('What can be refunded.')),
      refunds: Type.Optional(flag('The payment is refunded.')),
      address: Type.Optional(Address),
      items: Type.Optional(Items),
    },
    { description: 'What the shop is asked for.' },
  ),
  before: Type.Object(
    { total: Money, left: Money, address: nullable(Address), returnable: Type.Optional(Items) },
    { description: 'The order when the action was prepared.' },
  ),
  reason: string('What the customer wrote.'),
  state: oneOf(['waiting', 'approved', 'declined', 'outdated']),
  outdatedBy: nullable(oneOf(['resolved', 'order_changed', 'switched_off'], 'Why it cannot be approved any more.')),
  memberId: nullable(string('Who decided.')),
  createdAt: datetime(),
  decidedAt: nullable(datetime()),
  outcome: nullable(oneOf(ORDER_ACTION_STATES, 'What became of it in the shop.')),
  detail: nullable(string('Why it was refused or is unknown, or what is left to do in the shop.')),
})
export type OrderApprovalLine = Wire<Static<typeof OrderApprovalLine>>

/** A run of an own action that the AI agent prepared, and what was decided about it. */
const RunApprovalLine = Type.Object({
  id: string(),
  kind: oneOf(['custom']),
  actionName: string('As the action was called then.'),
  input: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  orderNumber: nullable(string('Null: the action needs no order.')),
  email: nullable(string('The address that the customer has proven; null: the action needs none.')),
  reason: string('What the customer wrote.'),
  state: oneOf(['waiting', 'approved', 'declined', 'outdated']),
  outdatedBy: nullable(oneOf(['resolved', 'order_changed', 'action_changed'], 'Why it cannot be approved any more.')),
  memberId: nullable(string('Who decided.')),
  createdAt: datetime(),
  decidedAt: nullable(datetime()),
  outcome: nullable(oneOf(ORDER_ACTION_STATES, 'What became of the call; refused: nothing was changed.')),
  detail: nullable(string('Why it failed, or the customer’s answer.')),
})
export type RunApprovalLine = Wire<Static<typeof RunApprovalLine>>

/** What a member approves or declines. */
export const ApprovalLine = Type.Union([OrderApprovalLine, RunApprovalLine])
export type ApprovalLine = OrderApprovalLine | RunApprovalLine

const PossibleAction = Type.Object({
  kind,
  takesReason: flag(),
  canNotify: flag('The shop tells the customer if it is wished.'),
  canRefund: flag('Cancelling can return what was paid.'),
  blocked: nullable(string('Why the shop does not do it now.')),
  rule: Type.Object({ eligible: flag(), deadline: nullable(string()) }),
})

/** What can be done with an order now. */
export const OrderActionsLine = Type.Object({
  shop: nullable(string('The shop that has the order; null: no connected shop that can be asked.')),
  problem: nullable(string('Why the shop could not be asked.')),
  actions: Type.Array(PossibleAction),
  left: nullable(Money),
  decimals: Type.Integer(),
  address: nullable(Address),
  returnable: Items,
  url: nullable(string('The order’s page for the shop’s team.')),
  done: Type.Array(OrderActionLine),
})
export type OrderActionsLine = Wire<Static<typeof OrderActionsLine>>
