import type { Money } from '#core/import/values.ts'
import { countedDecimals, percentOf, toMoney, toSmallest } from './money.ts'
import type { CartLine, Discount, Product, Variant } from './platform.ts'

/** A cart's line with the catalogue's data of today. */
export interface PricedLine {
  id: string
  quantity: number
  product: Product
  variant: Variant
}

/** A variant's name, for products that have more than one. */
const DEFAULT_TITLE = 'Default'

export function presentLine({ id, quantity, product, variant }: PricedLine): CartLine {
  const price = toSmallest(variant.price)
  const { currencyCode } = variant.price
  return {
    id,
    variantId: variant.id,
    productId: product.id,
    title: product.title,
    variantTitle: variant.title === DEFAULT_TITLE ? null : variant.title,
    quantity,
    unitPrice: toMoney(price, currencyCode),
    total: toMoney(price * BigInt(quantity), currencyCode),
  }
}

/**
 * What a cart costs before and after its discounts. Each discount counts from the subtotal, and only once that reaches
 * its minimum; together they take off no more than there is. Free shipping and gifts are settled at the checkout.
 */
export function totalsOf(
  lines: CartLine[],
  discounts: Discount[],
  currency: string,
): { subtotal: Money; total: Money } {
  const subtotal = lines.reduce((sum, line) => sum + toSmallest(line.total), 0n)
  const off = discounts.reduce((sum, discount) => sum + worthOf(discount, subtotal, currency), 0n)
  return { subtotal: toMoney(subtotal, currency), total: toMoney(off < subtotal ? subtotal - off : 0n, currency) }
}

function worthOf({ type, value, minimumSubtotal }: Discount, subtotal: bigint, currency: string): bigint {
  if (value === null) return 0n
  if (minimumSubtotal) {
    const isReached = minimumSubtotal.currencyCode === currency && subtotal >= toSmallest(minimumSubtotal)
    if (!isReached) return 0n
  }
  if (type === 'percentage') return percentOf(subtotal, value)
  return type === 'fixed_amount' ? BigInt(Math.round(value * 10 ** countedDecimals(currency))) : 0n
}

/**
 * Address at which the customer continues: the storefront's cart with these lines and codes, at the products' origin. A
 * catalogue whose addresses are relative is taken to be served here.
 */
export function checkoutUrl(
  lines: PricedLine[],
  { codes, isWooCommerce, baseUrl }: { codes: string[]; isWooCommerce: boolean; baseUrl: string },
): string {
  const base = new URL(lines[0]?.product.url ?? '/', `${baseUrl}/`)
  const parts = lines.map(({ variant, quantity }) => `${encodeURIComponent(variant.id)}:${quantity}`)
  if (isWooCommerce && lines[0]) return wooCheckoutUrl(lines, codes, base)
  const url = new URL(`/cart/${parts.join(',')}`, base)
  if (codes.length > 0) url.searchParams.set('discount', codes.join(','))
  return url.href
}

/** One product is put into the cart by any page of the shop; more, and a code, by the link that WooCommerce 10 knows. */
function wooCheckoutUrl(lines: PricedLine[], [code]: string[], base: URL): string {
  const [only] = lines
  if (only && lines.length === 1 && code === undefined) {
    base.searchParams.set('add-to-cart', only.variant.id)
    base.searchParams.set('quantity', String(only.quantity))
    return base.href
  }
  const url = new URL('/checkout-link/', base)
  url.searchParams.set('products', lines.map(({ variant, quantity }) => `${variant.id}:${quantity}`).join(','))
  if (code !== undefined) url.searchParams.set('coupon', code)
  return url.href
}
