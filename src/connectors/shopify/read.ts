import { table } from '#base/table.ts'
import type { Change } from '../changes.ts'
import { plainText, said, UNNAMED } from '../plain-text.ts'
import { numberOf } from './queries.ts'

/** Shopify's records as the import's. */

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any

const money = ({ amount, currencyCode }: { amount: string; currencyCode: string }) => ({
  amount: Math.max(0, Number(amount)).toFixed(2),
  currencyCode,
})

/** What is no order's matter is as of when it was asked for: its time does not move with all that is in it. */
export function readProduct(product: Any): Change {
  const id = numberOf(product.id)
  if (product.status !== 'ACTIVE') return { act: 'delete', kind: 'product', id, isHidden: true }
  const { minVariantPrice, maxVariantPrice } = product.priceRangeV2
  const { currencyCode } = minVariantPrice
  const data = {
    id,
    title: said(product.title) ?? id,
    handle: said(product.handle) ?? undefined,
    url: product.onlineStoreUrl ?? undefined,
    description: plainText(product.description),
    vendor: product.vendor || null,
    productType: product.productType || null,
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    priceRange: { min: money(minVariantPrice), max: money(maxVariantPrice) },
    available: product.variants.nodes.some(({ availableForSale }: Any) => availableForSale),
    variants: product.variants.nodes.map((variant: Any) => ({
      id: numberOf(variant.id),
      title: said(variant.title) ?? undefined,
      sku: variant.sku || null,
      price: money({ amount: variant.price, currencyCode }),
      compareAtPrice: variant.compareAtPrice ? money({ amount: variant.compareAtPrice, currencyCode }) : null,
      available: variant.availableForSale,
      options: variant.selectedOptions.map(({ name, value }: Any) => ({ name, value })),
    })),
  }
  return { act: 'save', kind: 'product', data }
}

export function readCollection({ id, title, handle, description, productsCount, image }: Any): Change {
  const data = {
    id: numberOf(id),
    title: said(title) ?? numberOf(id),
    handle: said(handle) ?? undefined,
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
  const code = said(discount.codes?.nodes[0]?.code)
  const data = {
    id,
    title: said(discount.title) ?? code ?? id,
    code,
    ...kind,
    summary: discount.summary || discount.title,
    minimumSubtotal: minimum ? money(minimum) : null,
    startsAt: discount.startsAt,
    endsAt: discount.endsAt ?? null,
    // A code may be meant for a few: only what everybody gets is told to customers.
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

const FULFILMENT: Record<string, string> = table({ FULFILLED: 'fulfilled', PARTIALLY_FULFILLED: 'partial' })
const PARCELS: Record<string, string> = table({
  DELIVERED: 'delivered',
  CANCELED: 'cancelled',
  NOT_DELIVERED: 'failed',
})

export function readOrder(order: Any): Change {
  const data = {
    orderNumber: order.name,
    platformId: numberOf(order.id),
    customerPlatformId: order.customer ? numberOf(order.customer.id) : null,
    email: said(order.email),
    status: order.cancelledAt ? 'cancelled' : order.closedAt ? 'closed' : 'open',
    financialStatus: order.displayFinancialStatus?.toLowerCase() ?? null,
    fulfillmentStatus: FULFILMENT[order.displayFulfillmentStatus] ?? 'unfulfilled',
    createdAt: order.createdAt,
    cancelledAt: order.cancelledAt ?? null,
    total: money(order.currentTotalPriceSet.shopMoney),
    lineItems: order.lineItems.nodes.map(({ title, variantTitle, quantity }: Any) => ({
      title: said(title) ?? UNNAMED,
      variantTitle,
      quantity,
    })),
    shipments: order.fulfillments.map((one: Any) => ({
      carrier: one.trackingInfo[0]?.company ?? null,
      trackingNumber: one.trackingInfo[0]?.number || null,
      trackingUrl: one.trackingInfo[0]?.url ?? null,
      status: PARCELS[one.displayStatus] ?? 'in_transit',
      shippedAt: one.createdAt,
      estimatedDeliveryAt: one.estimatedDeliveryAt ?? null,
      deliveredAt: one.deliveredAt ?? null,
    })),
    statusUrl: order.statusPageUrl ?? null,
  }
  return { act: 'save', kind: 'order', data, updatedAt: order.updatedAt }
}

export function readCustomer(customer: Any): Change {
  const address = customer.defaultAddress
  const data = {
    platformId: numberOf(customer.id),
    name: said([customer.firstName, customer.lastName].filter(Boolean).join(' ')),
    firstName: said(customer.firstName),
    lastName: said(customer.lastName),
    email: said(customer.defaultEmailAddress?.emailAddress),
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
