import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { cartNotFound, invalidParams, notFound, outOfStock } from '#core/errors.ts'
import { CART_KEPT_MS, CART_LINE_QUANTITY_MAX, CART_LINES_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import {
  type CartLineRow,
  type CartRow,
  findCart,
  listCartLines,
  saveCart,
  saveCartLine,
} from '#storage/commerce/carts.ts'
import { findProductsOfVariants } from '#storage/commerce/catalogue.ts'
import { codeKey, findDiscountsByCode } from '#storage/commerce/discounts.ts'
import { findShopKind } from '#storage/platform/records.ts'
import { checkoutUrl, type PricedLine, presentLine, totalsOf } from './cart.ts'
import type { Cart, Carts, Discount, Product, Variant } from './platform.ts'

/** Carts kept here. Prices, stock and discounts are those of the moment a cart is shown. */
export function localCarts(baseUrl: string): Carts {
  /** Changes a cart that is there; returns it as it is then. */
  function change(
    { shop }: Caller,
    cartId: string,
    work: (tx: Queries, cart: CartRow, lines: CartLineRow[]) => Promise<Partial<CartRow>>,
  ): Promise<Cart> {
    return shop.transaction(async (tx) => {
      const cart = await requireCart(tx, cartId, true)
      const changed = { ...cart, ...(await work(tx, cart, await listCartLines(tx, cartId))), updatedAt: currentTime() }
      await saveCart(tx, changed)
      return present(tx, changed, baseUrl)
    })
  }

  return {
    get: async ({ shop }, cartId) => present(shop, await requireCart(shop, cartId, false), baseUrl),

    async add(caller, cartId, lines) {
      if (cartId !== null) {
        return change(caller, cartId, async (tx, cart, had) => {
          await addLines(tx, cart, had, lines)
          return {}
        })
      }
      return caller.shop.transaction(async (tx) => {
        const { variant } = (await findVariants(tx, lines)).get(lines[0]?.variantId as string) as Found
        const { currencyCode: currency } = variant.price
        const cart = { id: newId(), currency, discountCodes: [], note: null, updatedAt: currentTime() }
        await saveCart(tx, cart)
        await addLines(tx, cart, [], lines)
        return present(tx, cart, baseUrl)
      })
    },

    setQuantities: (caller, cartId, lines) =>
      change(caller, cartId, async (tx, cart, had) => {
        const wanted = lines.map(({ lineId, quantity }) => {
          const line = had.find(({ id }) => id === lineId)
          if (!line) throw invalidParams(`lines: ${JSON.stringify(lineId.slice(0, 100))} is not a line of this cart.`)
          return { before: line, line: { ...line, quantity } }
        })
        const more = wanted.filter(({ before, line }) => line.quantity > before.quantity)
        if (more.length > 0) {
          const variants = await findVariants(
            tx,
            more.map(({ line }) => line),
          )
          for (const { line } of more) requireStock(variants.get(line.variantId) as Found)
        }
        for (const { line } of wanted) await saveCartLine(tx, cart.id, line)
        return {}
      }),

    applyDiscounts: (caller, cartId, codes) =>
      change(caller, cartId, async (tx) => {
        const found = await findDiscountsByCode<Discount>(tx, currentTime(), codes)
        const known = new Map(found.map(({ data }) => [codeKey(data.code as string), data.code as string]))
        const unknown = codes.find((code) => !known.has(codeKey(code)))
        if (unknown !== undefined) {
          throw invalidParams(`discountCodes: ${JSON.stringify(unknown.slice(0, 100))} is not a valid discount code.`)
        }
        return { discountCodes: [...new Set(codes.map((code) => known.get(codeKey(code)) as string))] }
      }),

    clear: (caller, cartId) =>
      change(caller, cartId, async (tx, cart, lines) => {
        for (const line of lines) await saveCartLine(tx, cart.id, { ...line, quantity: 0 })
        return { discountCodes: [] }
      }),
  }
}

async function requireCart(shop: Queries, id: string, lock: boolean): Promise<CartRow> {
  const cart = await findCart(shop, id, new Date(currentTime().getTime() - CART_KEPT_MS), lock)
  if (!cart) throw cartNotFound()
  return cart
}

interface Found {
  product: Product
  variant: Variant
}

/** The variants of these lines with their products; NOT_FOUND for one that the catalogue does not have. */
async function findVariants(tx: Queries, lines: { variantId: string }[]): Promise<Map<string, Found>> {
  const found = await lookUp(tx, lines)
  const unknown = lines.find(({ variantId }) => !found.has(variantId))
  if (unknown) throw notFound(`Variant ${JSON.stringify(unknown.variantId.slice(0, 100))}`)
  return found
}

async function lookUp(shop: Queries, lines: { variantId: string }[]): Promise<Map<string, Found>> {
  const ids = new Set(lines.map(({ variantId }) => variantId))
  if (ids.size === 0) return new Map()
  const products = await findProductsOfVariants<Product>(shop, [...ids])
  return new Map(
    products.flatMap(({ data: product }) =>
      product.variants.flatMap((variant) => (ids.has(variant.id) ? [[variant.id, { product, variant }] as const] : [])),
    ),
  )
}

/** Adds to lines of the same variant, or makes new ones. */
async function addLines(
  tx: Queries,
  cart: CartRow,
  had: CartLineRow[],
  added: { variantId: string; quantity: number }[],
): Promise<void> {
  const variants = await findVariants(tx, added)
  const lines = new Map(had.map((line) => [line.variantId, line]))
  for (const { variantId, quantity } of added) {
    const found = variants.get(variantId) as Found
    requireStock(found)
    if (found.variant.price.currencyCode !== cart.currency) {
      throw invalidParams(
        `lines: ${found.product.title} is sold in ${found.variant.price.currencyCode}, the cart is in ${cart.currency}.`,
      )
    }
    const line = lines.get(variantId) ?? { id: newId(), variantId, quantity: 0 }
    lines.set(variantId, { ...line, quantity: line.quantity + quantity })
  }
  if (lines.size > CART_LINES_MAX) throw invalidParams(`lines: a cart holds at most ${CART_LINES_MAX} lines.`)
  for (const { variantId } of added) {
    const line = lines.get(variantId) as CartLineRow
    if (line.quantity > CART_LINE_QUANTITY_MAX) {
      throw invalidParams(`lines: quantity would be ${line.quantity}; at most ${CART_LINE_QUANTITY_MAX} are allowed.`)
    }
    await saveCartLine(tx, cart.id, line)
  }
}

function requireStock({ product, variant }: Found): void {
  if (!variant.available) throw outOfStock(`${product.title} (${variant.title}) is out of stock.`)
}

/** A cart as the catalogue prices it now. Lines of variants that are no longer there are not shown. */
async function present(shop: Queries, cart: CartRow, baseUrl: string): Promise<Cart> {
  const rows = await listCartLines(shop, cart.id)
  const [variants, found] = await Promise.all([
    lookUp(shop, rows),
    findDiscountsByCode<Discount>(shop, currentTime(), cart.discountCodes),
  ])
  const priced: PricedLine[] = rows.flatMap(({ id, quantity, variantId }) => {
    const here = variants.get(variantId)
    return here ? [{ id, quantity, ...here }] : []
  })
  const [first] = priced
  const isWooCommerce = first !== undefined && (await findShopKind(shop, first.product.id)) === 'woocommerce'
  const lines = priced.map(presentLine)
  const discounts = cart.discountCodes.flatMap((code) => found.find(({ data }) => data.code === code)?.data ?? [])
  return {
    id: cart.id,
    lines,
    totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    ...totalsOf(lines, discounts, cart.currency),
    discountCodes: cart.discountCodes,
    note: cart.note,
    checkoutUrl: checkoutUrl(priced, { codes: cart.discountCodes, isWooCommerce, baseUrl }),
    updatedAt: cart.updatedAt,
  }
}
