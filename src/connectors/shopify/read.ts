import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { parseAmount } from '../amounts.ts'
import type { Change } from '../changes.ts'
import { nonBlankOrNull, plainText, tagsOf, UNNAMED } from '../plain-text.ts'
import { numberOf } from './queries.ts'

/** Shopify's records as the import's. */

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any

/** Below zero, as after refunds of more than was paid, it is 0. */
const money = ({ amount, currencyCode }: { amount: string; currencyCode: string }) =>
  parseAmount(amount, currencyCode) ?? parseAmount('0', currencyCode)

/** Reads a product as of the time of the request: its own time does not move with everything that is in it. */
export function readProduct(product: Any): Change {
  const id = numberOf(product.id)
  if (product.status !== 'ACTIVE') return { act: 'delete', kind: 'product', id, isHidden: true }
  const { minVariantPrice, maxVariantPrice } = product.priceRangeV2
  const { currencyCode } = minVariantPrice
  const data = {
    id,
    title: nonBlankOrNull(product.title) ?? id,
    handle: nonBlankOrNull(product.handle) ?? undefined,
    url: product.onlineStoreUrl ?? undefined,
    description: plainText(product.description),
    vendor: product.vendor || null,
    productType: product.productType || null,
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    priceRange: { min: money(minVariantPrice), max: money(maxVariantPrice) },
    available: product.variants.nodes.some(({ availableForSale }: Any) => availableForSale),
    variants: product.variants.nodes.map((variant: Any) => ({
      id: numberOf(variant.id),
      title: nonBlankOrNull(variant.title) ?? undefined,
      sku: variant.sku || null,
      price: money({ amount: variant.price, currencyCode }),
      compareAtPrice: variant.compareAtPrice ? money({ amount: variant.compareAtPrice, currencyCode }) : null,
      available: variant.availableForSale,
      options: variant.selectedOptions.map(({ name, value }: Any) => ({ name, value })),
    })),
    tags: tagsOf(product.tags ?? []),
  }
  return { act: 'save', kind: 'product', data }
}

/** `shopUrl`: the shop's own address, which leads to its storefront. */
export function readCollection({ id, title, handle, description, productsCount, image }: Any, shopUrl: string): Change {
  const data = {
    id: numberOf(id),
    title: nonBlankOrNull(title) ?? numberOf(id),
    handle: nonBlankOrNull(handle) ?? undefined,
    url: nonBlankOrNull(handle) === null ? undefined : `${shopUrl}/collections/${handle}`,
    description: plainText(description),
    productsCount: productsCount?.count ?? 0,
    imageUrl: image?.url ?? null,
  }
  return { act: 'save', kind: 'collection', data }
}

export function readDiscount({ id: gid, discount }: Any): Change {
  const id = numberOf(gid)
  const kind = kindOf(discount)
  if (!kind || !['ACTIVE', 'SCHEDULED'].includes(discount.status))
    return { act: 'delete', kind: 'discount', id, isHidden: true }
  const minimum = discount.minimumRequirement?.greaterThanOrEqualToSubtotal
  const code = nonBlankOrNull(discount.codes?.nodes[0]?.code)
  const data = {
    id,
    title: nonBlankOrNull(discount.title) ?? code ?? id,
    code,
    ...kind,
    summary: discount.summary || discount.title,
    minimumSubtotal: minimum ? money(minimum) : null,
    startsAt: discount.startsAt,
    endsAt: discount.endsAt ?? null,
    // A code may be meant for a few: customers only hear of what everyone gets.
    public: code === null,
  }
  return { act: 'save', kind: 'discount', data }
}

function kindOf({ __typename, customerGets }: Any): { type: string; value: number | null } | null {
  const type = String(__typename)
  if (type.endsWith('FreeShipping')) return { type: 'free_shipping', value: null }
  if (type.endsWith('Bxgy')) return { type: 'buy_x_get_y', value: null }
  const { percentage, amount } = customerGets?.value ?? {}
  if (percentage !== undefined) return { type: 'percentage', value: Math.round(percentage * 10_000) / 100 }
  return amount ? { type: 'fixed_amount', value: Number(amount.amount) } : null
}

const FULFILMENT: Record<string, string> = nullPrototypeRecord({
  FULFILLED: 'fulfilled',
  PARTIALLY_FULFILLED: 'partial',
})
const PARCELS: Record<string, string> = nullPrototypeRecord({
  DELIVERED: 'delivered',
  CANCELED: 'cancelled',
  NOT_DELIVERED: 'failed',
})

export function readOrder(order: Any): Change {
  const data = {
    orderNumber: order.name,
    platformId: numberOf(order.id),
    customerPlatformId: order.customer ? numberOf(order.customer.id) : null,
    email: nonBlankOrNull(order.email),
    status: order.cancelledAt ? 'cancelled' : order.closedAt ? 'closed' : 'open',
    financialStatus: order.displayFinancialStatus?.toLowerCase() ?? null,
    fulfillmentStatus: FULFILMENT[order.displayFulfillmentStatus] ?? 'unfulfilled',
    createdAt: order.createdAt,
    cancelledAt: order.cancelledAt ?? null,
    total: money(order.currentTotalPriceSet.shopMoney),
    lineItems: linesOf(order),
    shipments: order.fulfillments.flatMap(parcelsOf),
    statusUrl: order.statusPageUrl ?? null,
  }
  return { act: 'save', kind: 'order', data, updatedAt: order.updatedAt }
}

/** The lines that are still in the order. Of one that was cancelled or given back whole, those that were ordered. */
function linesOf({ lineItems }: Any): object[] {
  const kept = lineItems.nodes.filter(({ currentQuantity }: Any) => currentQuantity !== 0)
  const isWhole = kept.length > 0
  return (isWhole ? kept : lineItems.nodes).map(({ title, variantTitle, quantity, currentQuantity }: Any) => ({
    title: nonBlankOrNull(title) ?? UNNAMED,
    variantTitle,
    quantity: isWhole ? (currentQuantity ?? quantity) : quantity,
  }))
}

/** One parcel for each tracking number of a fulfillment; without a number it is one. */
function parcelsOf(fulfillment: Any): object[] {
  const numbers = fulfillment.trackingInfo.length > 0 ? fulfillment.trackingInfo : [{}]
  return numbers.map(({ company, number, url }: Any) => ({
    carrier: company ?? null,
    trackingNumber: number || null,
    trackingUrl: url ?? null,
    status: PARCELS[fulfillment.displayStatus] ?? 'in_transit',
    shippedAt: fulfillment.createdAt,
    estimatedDeliveryAt: fulfillment.estimatedDeliveryAt ?? null,
    deliveredAt: fulfillment.deliveredAt ?? null,
  }))
}

export function readCustomer(customer: Any): Change {
  const address = customer.defaultAddress
  const data = {
    platformId: numberOf(customer.id),
    name: nonBlankOrNull([customer.firstName, customer.lastName].filter(Boolean).join(' ')),
    firstName: nonBlankOrNull(customer.firstName),
    lastName: nonBlankOrNull(customer.lastName),
    email: nonBlankOrNull(customer.defaultEmailAddress?.emailAddress),
    phone: customer.defaultPhoneNumber?.phoneNumber ?? null,
    type: 'customer',
    address1: address?.address1 || null,
    address2: address?.address2 || null,
    city: address?.city || null,
    zip: address?.zip || null,
    country: address?.country ?? null,
    countryCode: address?.countryCodeV2 ?? null,
    ordersCount: Number(customer.numberOfOrders ?? 0),
    totalSpent: Number(customer.amountSpent?.amount ?? 0),
  }
  return { act: 'save', kind: 'contact', data, updatedAt: customer.updatedAt }
}
