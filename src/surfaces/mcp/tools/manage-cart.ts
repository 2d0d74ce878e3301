import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import type { Cart, Carts, Platform } from '#core/platform/platform.ts'
import { defineTool } from '../tool.ts'

interface Arguments {
  action: 'get' | 'add' | 'set_quantity' | 'remove' | 'apply_discount' | 'clear'
  cartId?: string
  lines?: { variantId?: string; lineId?: string; quantity?: number }[]
  discountCodes?: string[]
}

export const manageCart = ({ carts }: Platform) =>
  defineTool<Arguments>({
    name: 'manage_cart',
    isOn: (settings) => settings.ai.training.products,
    async run(caller, args) {
      return JSON.stringify({ cart: await act(carts, caller, args) })
    },
  })

function act(carts: Carts, caller: Caller, args: Arguments): Promise<Cart> {
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

type Line = NonNullable<Arguments['lines']>[number]

function linesOf({ action, lines = [] }: Arguments): Line[] {
  if (lines.length === 0) throw invalidParams(`lines is required for ${action}.`)
  return lines
}

function need<K extends keyof Line>(line: Line, index: number, key: K, action: string): NonNullable<Line[K]> {
  const value = line[key]
  if (value === undefined) throw invalidParams(`lines.${index}.${key} is required for ${action}.`)
  return value as NonNullable<Line[K]>
}
