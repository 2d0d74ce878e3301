import { type Static, Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import type { Cart as CartRecord, Carts } from '#core/commerce/platform.ts'
import { invalidParams } from '#core/errors.ts'
import { CART_LINE_QUANTITY_MAX } from '#core/limits.ts'
import { list, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import { Money, moment } from '../records.ts'
import { defineTool } from '../tool.ts'

const ACTIONS = ['get', 'add', 'set_quantity', 'remove', 'apply_discount', 'clear'] as const

const LineChange = Type.Object(
  {
    variantId: Type.Optional(string('Variant to add (action add).')),
    lineId: Type.Optional(string('Cart line to change (set_quantity, remove).')),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: CART_LINE_QUANTITY_MAX,
        description: 'Quantity for add (default 1) or set_quantity.',
      }),
    ),
  },
  { additionalProperties: false },
)
type LineChange = Static<typeof LineChange>

const input = {
  action: oneOf(ACTIONS, 'What to do.'),
  cartId: Type.Optional(string('Cart id. Needed for every action but add.')),
  lines: Type.Optional(
    Type.Array(LineChange, { maxItems: 25, description: 'Lines for add, set_quantity and remove.' }),
  ),
  discountCodes: Type.Optional(
    Type.Array(string(), { maxItems: 10, description: 'Codes for apply_discount; replaces the codes on the cart.' }),
  ),
}
type Arguments = Static<ReturnType<typeof Type.Object<typeof input>>>

const CartLine = Type.Object({
  id: string(),
  variantId: string(),
  productId: string(),
  title: string(),
  variantTitle: nullable(string()),
  quantity: Type.Integer(),
  unitPrice: Money,
  total: Money,
})

const Cart = Type.Object({
  id: string(),
  lines: Type.Array(CartLine),
  totalQuantity: Type.Integer(),
  subtotal: Money,
  total: Money,
  discountCodes: list(),
  note: nullable(string()),
  checkoutUrl: string(),
  updatedAt: moment,
})

export const manageCart = defineTool({
  name: 'manage_cart',
  title: 'Read or edit a cart',
  description:
    'Read or edit a cart of the storefront. action get only reads. add without cartId makes a cart and returns its id: pass that id on later calls. set_quantity with quantity 0 removes the line.',
  input,
  output: { cart: Cart },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  reachesOut: true,
  isOn: (settings) => settings.ai.training.products,
  async run(caller, args, { platform }) {
    return { cart: await act(platform.carts, caller, args) }
  },
})

/** Only `add` works without a cart, and creates one. `set_quantity`, `apply_discount` and `clear` may be repeated, `add` adds again. */
function act(carts: Carts, caller: Caller, args: Arguments): Promise<CartRecord> {
  const { action } = args
  if (action === 'add') return carts.add(caller, args.cartId ?? null, linesToAdd(args))
  const { cartId } = args
  if (cartId === undefined) throw invalidParams(`cartId is required for ${action}.`)
  switch (action) {
    case 'get':
      return carts.get(caller, cartId)
    case 'set_quantity':
      return carts.setQuantities(caller, cartId, linesToSet(args))
    case 'remove':
      return carts.setQuantities(
        caller,
        cartId,
        linesOf(args).map((line, i) => ({ lineId: need(line, i, 'lineId', action), quantity: 0 })),
      )
    case 'apply_discount':
      if (!args.discountCodes)
        throw invalidParams('discountCodes is required for apply_discount; an empty list clears them.')
      return carts.applyDiscounts(caller, cartId, args.discountCodes)
    case 'clear':
      return carts.clear(caller, cartId)
  }
}

function linesToAdd(args: Arguments) {
  return linesOf(args).map((line, i) => {
    if (line.quantity === 0) throw invalidParams(`lines.${i}.quantity must be 1 or more for add.`)
    return { variantId: need(line, i, 'variantId', 'add'), quantity: line.quantity ?? 1 }
  })
}

function linesToSet(args: Arguments) {
  return linesOf(args).map((line, i) => ({
    lineId: need(line, i, 'lineId', 'set_quantity'),
    quantity: need(line, i, 'quantity', 'set_quantity'),
  }))
}

function linesOf({ action, lines = [] }: Arguments): LineChange[] {
  if (lines.length === 0) throw invalidParams(`lines is required for ${action}.`)
  return lines
}

function need<K extends keyof LineChange>(
  line: LineChange,
  index: number,
  key: K,
  action: string,
): NonNullable<LineChange[K]> {
  const value = line[key]
  if (value === undefined) throw invalidParams(`lines.${index}.${key} is required for ${action}.`)
  return value as NonNullable<LineChange[K]>
}
