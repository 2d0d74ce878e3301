import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { decimalsOf, parseAmount, toDecimal, toMinor } from '../amounts.ts'
import type { Change } from '../changes.ts'
import { nonBlankOrNull, plainText, tagsOf, UNNAMED } from '../plain-text.ts'
import { PRODUCT_COLLECTIONS_MAX } from '../product-limits.ts'

/** WooCommerce's records as the import's. */

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any

/** What is in the trash is listed no more than what is gone. */
const isListed = ({ status }: Any): boolean => status !== 'trash'

/** Times "in GMT" come without a zone. */
const timeOf = (gmt: string | null | undefined): string | undefined =>
  gmt ? new Date(/Z|[+-]\d\d:\d\d$/.test(gmt) ? gmt : `${gmt}Z`).toISOString() : undefined

/** Amounts are texts with as many decimals as the shop likes; without a price there is none. */
const money = (amount: string | null | undefined, currencyCode: string) => parseAmount(amount, currencyCode)

/**
 * A product, with its variations where it is sold in some. Its times are not told on: they do not move with its
 * variations, so the reading that was asked for later counts.
 */
export function readProduct(product: Any, variations: Any[], currency: string): Change {
  const id = String(product.id)
  if (product.status !== 'publish') return { act: 'delete', kind: 'product', id, isHidden: isListed(product) }
  const sold = variations.length > 0 ? variations.filter(({ status }) => status === 'publish') : [product]
  const variants = sold.flatMap((one) => variantOf(one, product, currency))
  const none = { amount: toDecimal(0n, decimalsOf(currency)), currencyCode: currency }
  const data = {
    id,
    title: plainText(product.name) || id,
    handle: nonBlankOrNull(product.slug) ?? undefined,
    url: product.permalink || undefined,
    description: plainText(product.short_description || product.description),
    vendor: plainText(product.brands?.[0]?.name) || null,
    productType: plainText(product.categories?.[0]?.name) || null,
    imageUrl: product.images?.[0]?.src ?? null,
    available: isAvailable(product) && (variations.length === 0 || sold.some(isAvailable)),
    variants,
    tags: tagsOf((product.tags ?? []).map(({ name }: Any) => plainText(name))),
    collections: (product.categories ?? []).slice(0, PRODUCT_COLLECTIONS_MAX).map(({ id }: Any) => String(id)),
    ...(variants.length > 0 ? {} : { priceRange: { min: none, max: none } }),
  }
  return { act: 'save', kind: 'product', data }
}

/** What has no price cannot be bought. */
function variantOf(one: Any, product: Any, currency: string): object[] {
  const price = money(one.price, currency)
  if (!price) return []
  const options = (one.id === product.id ? [] : (one.attributes ?? [])).map(({ name, option }: Any) => ({
    name: plainText(String(name)) || UNNAMED,
    value: plainText(String(option)),
  }))
  return [
    {
      id: String(one.id),
      title:
        nonBlankOrNull(options.map(({ value }: { value: string }) => value).join(' / ')) ??
        (plainText(product.name) || 'Default'),
      sku: one.sku || null,
      price,
      compareAtPrice: one.on_sale ? money(one.regular_price, currency) : null,
      available: isAvailable(one),
      options,
    },
  ]
}

const isAvailable = ({ stock_status }: Any) => stock_status !== 'outofstock'

/** Slugs of other scripts come percent-encoded. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** A category is shown by its query, whatever the shop's permalinks are. `shopUrl`: the shop's own address. */
export const readCategory = ({ id, name, slug, description, count, image }: Any, shopUrl: string): Change => ({
  act: 'save',
  kind: 'collection',
  data: {
    id: String(id),
    title: plainText(name) || String(id),
    handle: nonBlankOrNull(slug) ?? undefined,
    url: nonBlankOrNull(slug) === null ? undefined : `${shopUrl}/?product_cat=${encodeURIComponent(decoded(slug))}`,
    description: plainText(description),
    productsCount: count ?? 0,
    imageUrl: image?.src ?? null,
  },
})

const DISCOUNT_TYPES: Record<string, string> = nullPrototypeRecord({
  percent: 'percentage',
  fixed_cart: 'fixed_amount',
  fixed_product: 'fixed_amount',
})

/** A coupon that is used up, or somebody's own, is nobody else's. */
export function readCoupon(coupon: Any, currency: string): Change {
  const id = String(coupon.id)
  const isUsedUp = coupon.usage_limit && coupon.usage_count >= coupon.usage_limit
  const isOff = (coupon.status ?? 'publish') !== 'publish' || coupon.email_restrictions?.length > 0
  const value = Number(coupon.amount)
  const type = coupon.free_shipping && value === 0 ? 'free_shipping' : DISCOUNT_TYPES[coupon.discount_type]
  if (isUsedUp || isOff || !type) return { act: 'delete', kind: 'discount', id, isHidden: isListed(coupon) }
  const minimum = Number(coupon.minimum_amount) > 0 ? money(coupon.minimum_amount, currency) : null
  const data = {
    id,
    title: nonBlankOrNull(coupon.code) ?? id,
    code: nonBlankOrNull(coupon.code),
    type,
    value: type === 'free_shipping' ? null : value,
    summary: plainText(coupon.description) || coupon.code,
    minimumSubtotal: minimum,
    startsAt: timeOf(coupon.date_created_gmt) ?? '1970-01-01T00:00:00.000Z',
    endsAt: timeOf(coupon.date_expires_gmt) ?? null,
    // A code may be meant for a few: customers only hear of what everyone gets.
    public: false,
  }
  return { act: 'save', kind: 'discount', data }
}

/** States of orders that are not placed yet, or are deleted. */
const NO_ORDERS = ['trash', 'auto-draft', 'checkout-draft']
const STATUS: Record<string, string> = nullPrototypeRecord({
  cancelled: 'cancelled',
  completed: 'closed',
  refunded: 'closed',
})
const FINANCIAL: Record<string, string> = nullPrototypeRecord({
  pending: 'pending',
  'on-hold': 'pending',
  processing: 'paid',
  completed: 'paid',
  refunded: 'refunded',
  failed: 'failed',
})

export function readOrder(order: Any): Change {
  const updatedAt = timeOf(order.date_modified_gmt ?? order.date_created_gmt)
  const number = String(order.number ?? order.id)
  if (NO_ORDERS.includes(order.status)) {
    return { act: 'delete', kind: 'order', id: number, updatedAt, isHidden: isListed(order) }
  }
  const isRefunded = order.status !== 'refunded' && order.refunds?.length > 0
  const shipments = trackingOf(order.meta_data ?? [])
  const isDone = order.status === 'completed'
  const data = {
    orderNumber: number,
    platformId: String(order.id),
    customerPlatformId: order.customer_id ? String(order.customer_id) : null,
    email: nonBlankOrNull(order.billing?.email),
    status: STATUS[order.status] ?? 'open',
    financialStatus: isRefunded ? 'partially_refunded' : (FINANCIAL[order.status] ?? null),
    fulfillmentStatus: isDone || shipments.length > 0 ? 'fulfilled' : 'unfulfilled',
    createdAt: timeOf(order.date_created_gmt),
    cancelledAt: order.status === 'cancelled' ? updatedAt : null,
    total: money(order.total, order.currency) ?? parseAmount('0', order.currency),
    lineItems: (order.line_items ?? []).map(lineOf),
    shipments,
  }
  return { act: 'save', kind: 'order', data, updatedAt }
}

/** Quantities are whole (spec 4.7): of what is sold by length or weight, a fraction stands behind the title. */
function lineOf({ name, quantity }: Any): object {
  const title = plainText(name) || UNNAMED
  const count = Math.max(0, Number(quantity) || 0)
  return Number.isInteger(count) ? { title, quantity: count } : { title: `${title} (${count})`, quantity: 1 }
}

/** WooCommerce itself knows no parcels; the plugins that do keep them in this field. */
function trackingOf(meta: Any[]): object[] {
  const value = meta.find(({ key }) => key === '_wc_shipment_tracking_items')?.value
  const items = Array.isArray(value) ? value : []
  return items.flatMap((item: Any) => {
    const shipped = Number(item?.date_shipped)
    if (!item?.tracking_number) return []
    return {
      carrier: item.tracking_provider || item.custom_tracking_provider || null,
      trackingNumber: String(item.tracking_number),
      trackingUrl: item.custom_tracking_link || null,
      status: 'in_transit',
      shippedAt: shipped > 0 && shipped < 1e11 ? new Date(shipped * 1000).toISOString() : null,
    }
  })
}

/** Decimals that sums of orders are counted in: the most that a currency has. */
const SPENT = 3

/** A customer, with what their orders come to: `orders` may be the newest only, of `ordersCount`. */
export function readCustomer(customer: Any, orders: Any[], ordersCount: number): Change {
  const { billing = {}, shipping = {} } = customer
  const address = shipping.address_1 || shipping.city ? shipping : billing
  const paid = orders.filter(({ status }) => ['processing', 'completed'].includes(status))
  const isWhole = orders.length === ordersCount
  const name = [customer.first_name || billing.first_name, customer.last_name || billing.last_name]
  const data = {
    platformId: String(customer.id),
    name: nonBlankOrNull(name.filter(Boolean).join(' ')),
    firstName: nonBlankOrNull(name[0]),
    lastName: nonBlankOrNull(name[1]),
    email: nonBlankOrNull(customer.email),
    phone: billing.phone || null,
    type: 'customer',
    address1: address.address_1 || null,
    address2: address.address_2 || null,
    city: address.city || null,
    zip: address.postcode || null,
    country: null,
    countryCode: address.country || null,
    ordersCount,
    // Unknown for a customer with more orders than one request returns.
    totalSpent: isWhole
      ? Number(
          toDecimal(
            paid.reduce((sum: bigint, { total }: Any) => sum + toMinor(String(total ?? '0'), SPENT), 0n),
            SPENT,
          ),
        )
      : null,
  }
  return {
    act: 'save',
    kind: 'contact',
    data,
    updatedAt: timeOf(customer.date_modified_gmt ?? customer.date_created_gmt),
  }
}
