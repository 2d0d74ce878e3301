import type { Queries } from '#database/database.ts'

export interface CartRow {
  id: string
  currency: string
  discountCodes: string[]
  note: string | null
  updatedAt: Date
}

export interface CartLineRow {
  id: string
  variantId: string
  quantity: number
}

/** A cart that was changed after `since`; held when `lock` says so, so that its writers take turns. */
export async function findCart(shop: Queries, id: string, since: Date, lock: boolean): Promise<CartRow | undefined> {
  const [row] = await shop.query<CartRow>(
    `select id, currency, discount_codes, note, updated_at from carts
     where shop_id = $1 and id = $2 and updated_at > $3 ${lock ? 'for update' : ''}`,
    [id, since],
  )
  return row
}

/** In the order they were added. */
export function listCartLines(shop: Queries, cartId: string): Promise<CartLineRow[]> {
  return shop.query('select id, variant_id, quantity from cart_lines where shop_id = $1 and cart_id = $2 order by id', [
    cartId,
  ])
}

/** Inserts a cart or changes the one with its id. */
export async function saveCart(tx: Queries, cart: CartRow): Promise<void> {
  await tx.query(
    `insert into carts (shop_id, id, currency, discount_codes, note, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (shop_id, id) do update set
       discount_codes = excluded.discount_codes, note = excluded.note, updated_at = excluded.updated_at`,
    [cart.id, cart.currency, cart.discountCodes, cart.note, cart.updatedAt],
  )
}

/** Inserts a line or changes the quantity of the one with its id; with 0 it is deleted. */
export async function saveCartLine(tx: Queries, cartId: string, line: CartLineRow): Promise<void> {
  if (line.quantity === 0) {
    await tx.query('delete from cart_lines where shop_id = $1 and cart_id = $2 and id = $3', [cartId, line.id])
    return
  }
  await tx.query(
    `insert into cart_lines (shop_id, cart_id, id, variant_id, quantity) values ($1, $2, $3, $4, $5)
     on conflict (shop_id, cart_id, id) do update set quantity = excluded.quantity`,
    [cartId, line.id, line.variantId, line.quantity],
  )
}
