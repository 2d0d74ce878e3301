import { table } from '#base/table.ts'
import type { Change } from '../changes.ts'
import { plainText, said, UNNAMED } from '../plain-text.ts'

/** WooCommerce's records as the import's. */

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any

/** What is in the trash is listed no more than what is gone. */
const isListed = ({ status }: Any): boolean => status !== 'trash'

/** Times "in GMT" come without a zone. */
const timeOf = (gmt: string | null | undefined): string | undefined =>
  gmt ? new Date(/Z|[+-]\d\d:\d\d$/.test(gmt) ? gmt : `${gmt}Z`).toISOString() : undefined

/** Amounts are texts with as many decimals as the shop likes; without a price there is none. */
function money(amount: string | null | undefined, currencyCode: string) {
  const number = Number(amount)
  return amount && Number.isFinite(number) && number >= 0 ? { amount: number.toFixed(2), currencyCode } : null
}

/**
 * A product, with its variations where it is sold in some. Its times are not told on: they do not move with its
 * variations, so the reading that was asked for later counts.
 */
export function readProduct(product: Any, variations: Any[], currency: string): Change {
  const id = String(product.id)
  if (product.status !== 'publish') return { act: 'delete', kind: 'product', id, isHidden: isListed(product) }
  const sold = variations.length > 0 ? variations.filter(({ status }) => status === 'publish') : [product]
  const variants = sold.flatMap((one) => variantOf(one, product, currency))
  const none = { amount: '0.00', currencyCode: currency }
  const data = {
    id,
    title: plainText(product.name) || id,
    handle: said(product.slug) ?? undefined,
    url: product.permalink || undefined,
    description: plainText(product.short_description || product.description),
    vendor: product.brands?.[0]?.name ?? null,
    productType: plainText(product.categories?.[0]?.name) || null,
    imageUrl: product.images?.[0]?.src ?? null,
    available: isAvailable(product) && (variations.length === 0 || sold.some(isAvailable)),
    variants,
    ...(variants.length > 0 ? {} : { priceRange: { min: none, max: none } }),
  }
  return { act: 'save', kind: 'product', data }
}

/** What has no price cannot be bought. */
function variantOf(one: Any, product: Any, currency: string): object[] {
  const price = money(one.price, currency)
  if (!price) return []
  const options = (one.id === product.id ? [] : (one.attributes ?? [])).map(({ name, option }: Any) => ({
    name: said(String(name)) ?? UNNAMED,
    value: String(option),
  }))
  return [
    {
      id: String(one.id),
      title:
        said(options.map(({ value }: { value: string }) => value).join(' / ')) ??
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

export const readCategory = ({ id, name, slug, description, count, image }: Any): Change => ({
  act: 'save',
  kind: 'collection',
  data: {
    id: String(id),
    title: plainText(name) || String(id),
    handle: said(slug) ?? undefined,
    description: plainText(description),
    productsCount: count ?? 0,
    imageUrl: image?.src ?? null,
  },
})

const DISCOUNT_TYPES: Record<string, string> = table({
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
    title: said(coupon.code) ?? id,
    code: said(coupon.code),
    type,
    value: type === 'free_shipping' ? null : value,
    summary: plainText(coupon.description) || coupon.code,
    minimumSubtotal: minimum,
    startsAt: timeOf(coupon.date_created_gmt) ?? '1970-01-01T00:00:00.000Z',
    endsAt: timeOf(coupon.date_expires_gmt) ?? null,
    // A code may be meant for a few: only what everybody gets is told to customers.
    public: false,
  }
  return { act: 'save', kind: 'discount', data }
}

/** What is no order yet, or none any more. */
const NO_ORDERS = ['trash', 'auto-draft', 'checkout-draft']
const STATUS: Record<string, string> = table({ cancelled: 'cancelled', completed: 'closed', refunded: 'closed' })
const FINANCIAL: Record<string, string> = table({
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
    email: said(order.billing?.email),
    status: STATUS[order.status] ?? 'open',
    financialStatus: isRefunded ? 'partially_refunded' : (FINANCIAL[order.status] ?? null),
    fulfillmentStatus: isDone || shipments.length > 0 ? 'fulfilled' : 'unfulfilled',
    createdAt: timeOf(order.date_created_gmt),
    cancelledAt: order.status === 'cancelled' ? updatedAt : null,
    total: money(order.total, order.currency) ?? { amount: '0.00', currencyCode: order.currency },
    lineItems: (order.line_items ?? []).map(({ name, quantity }: Any) => ({
      title: plainText(name) || UNNAMED,
      quantity: Math.max(0, Math.round(Number(quantity) || 0)),
    })),
    shipments,
  }
  return { act: 'save', kind: 'order', data, updatedAt }
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

/** A customer, with what their orders come to: `orders` may be the newest only, of `ordersCount`. */
export function readCustomer(customer: Any, orders: Any[], ordersCount: number): Change {
  const { billing = {}, shipping = {} } = customer
  const address = shipping.address_1 || shipping.city ? shipping : billing
  const paid = orders.filter(({ status }) => ['processing', 'completed'].includes(status))
  const isWhole = orders.length === ordersCount
  const name = [customer.first_name || billing.first_name, customer.last_name || billing.last_name]
  const data = {
    platformId: String(customer.id),
    name: said(name.filter(Boolean).join(' ')),
    firstName: said(name[0]),
    lastName: said(name[1]),
    email: said(customer.email),
    phone: billing.phone || null,
    type: 'customer',
    address1: address.address_1 || null,
    address2: address.address_2 || null,
    city: address.city || null,
    zip: address.postcode || null,
    country: null,
    countryCode: address.country || null,
    ordersCount,
    // Of somebody with more orders than are read at once it is not known.
    totalSpent: isWhole
      ? paid.reduce((sum: number, { total }: Any) => sum + Math.round(Number(total) * 100), 0) / 100
      : null,
  }
  return {
    act: 'save',
    kind: 'contact',
    data,
    updatedAt: timeOf(customer.date_modified_gmt ?? customer.date_created_gmt),
  }
}
