import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { amountIn } from '../amounts.ts'
import type { Change, RecordKind } from '../changes.ts'
import { nonBlankOrNull, plainText, tagsOf, UNNAMED } from '../plain-text.ts'

/** Vendure's records as the import's. Values are as its admin API answers them; what is missing is left out. */

// biome-ignore lint/suspicious/noExplicitAny: answers of another program; the import's schemas judge what is made of them
type Any = any

/** What amounts are in: the channel's currency, and how many decimals the shop's whole numbers have. */
export interface ShopMoney {
  currency: string
  precision: number
}

const money = (minor: number, currencyCode: string, { precision }: ShopMoney) =>
  amountIn(currencyCode, BigInt(Math.trunc(minor || 0)), precision)

/** A record of a list as a change: a record that is switched off is deleted. */
export function readRecord(kind: RecordKind, record: Any, shop: ShopMoney): Change {
  const id = String(record.id)
  const isOff = (kind === 'product' || kind === 'discount') && record.enabled === false
  const data = isOff ? null : (READERS[kind]?.(record, shop) ?? null)
  const updatedAt = latest([record, ...(record.variants ?? [])])
  return data ? { act: 'save', kind, data, updatedAt } : { act: 'delete', kind, id, updatedAt, isHidden: true }
}

/** A product is as new as its newest variant. */
const latest = (records: { updatedAt: string }[]): string =>
  records
    .map(({ updatedAt }) => new Date(updatedAt).toISOString())
    .sort()
    .at(-1) as string

const READERS: Partial<Record<RecordKind, (record: Any, shop: ShopMoney) => Record<string, unknown> | null>> = {
  product({ id, name, slug, description, featuredAsset, variants, facetValues }, shop) {
    const shown = variants.filter((variant: Any) => variant.enabled !== false)
    return {
      id: String(id),
      title: nonBlankOrNull(name) ?? String(id),
      handle: nonBlankOrNull(slug) ?? undefined,
      description: plainText(description),
      imageUrl: featuredAsset?.preview ?? null,
      available: shown.some(isAvailable),
      variants: shown.map((variant: Any) => ({
        id: String(variant.id),
        title: nonBlankOrNull(variant.name) ?? undefined,
        sku: variant.sku,
        price: money(variant.priceWithTax, variant.currencyCode ?? shop.currency, shop),
        available: isAvailable(variant),
        options: variant.options.map(({ name: value, group }: Any) => ({
          name: nonBlankOrNull(group.name) ?? UNNAMED,
          value,
        })),
      })),
      tags: tagsOf((facetValues ?? []).map(({ name }: Any) => name)),
      ...(shown.length > 0
        ? {}
        : { priceRange: { min: money(0, shop.currency, shop), max: money(0, shop.currency, shop) } }),
    }
  },

  collection: ({ id, name, slug, description, featuredAsset }) => ({
    id: String(id),
    title: nonBlankOrNull(name) ?? String(id),
    handle: nonBlankOrNull(slug) ?? undefined,
    description: plainText(description),
    imageUrl: featuredAsset?.preview ?? null,
  }),

  discount(promotion, shop) {
    const kind = kindOfDiscount(promotion.actions, shop)
    if (!kind) return null
    const minimum = promotion.conditions.find(({ code }: Any) => code === 'minimum_order_amount')
    return {
      id: String(promotion.id),
      title: nonBlankOrNull(promotion.name) ?? String(promotion.id),
      code: nonBlankOrNull(promotion.couponCode),
      ...kind,
      summary: plainText(promotion.description) || promotion.name,
      minimumSubtotal: minimum ? money(Number(argOf(minimum, 'amount')), shop.currency, shop) : null,
      startsAt: promotion.startsAt ?? '1970-01-01T00:00:00.000Z',
      endsAt: promotion.endsAt,
      // A code may be meant for a few: customers only hear of what everyone gets.
      public: !promotion.couponCode,
    }
  },

  order(
    { id, code, state, createdAt, orderPlacedAt, updatedAt, currencyCode, totalWithTax, customer, lines, fulfillments },
    shop,
  ) {
    const isCancelled = state === 'Cancelled'
    return {
      orderNumber: code,
      platformId: String(id),
      customerPlatformId: customer ? String(customer.id) : null,
      email: nonBlankOrNull(customer?.emailAddress),
      status: isCancelled ? 'cancelled' : state === 'Delivered' ? 'closed' : 'open',
      financialStatus: FINANCIAL[state] ?? null,
      fulfillmentStatus: FULFILMENT[state] ?? 'unfulfilled',
      createdAt: orderPlacedAt ?? createdAt,
      cancelledAt: isCancelled ? updatedAt : null,
      total: money(totalWithTax, currencyCode, shop),
      lineItems: lines.map(({ quantity, orderPlacedQuantity, productVariant }: Any) => ({
        title: nonBlankOrNull(productVariant.name) ?? UNNAMED,
        quantity: quantity || orderPlacedQuantity || 0,
      })),
      shipments: (fulfillments ?? []).map((one: Any) => ({
        carrier: one.method || null,
        trackingNumber: one.trackingCode || null,
        status: SHIPMENT[one.state] ?? one.state.toLowerCase(),
        shippedAt: one.state === 'Pending' ? null : one.createdAt,
        deliveredAt: one.state === 'Delivered' ? one.updatedAt : null,
      })),
    }
  },

  contact({ id, firstName, lastName, emailAddress, phoneNumber, addresses, orders }, { precision }) {
    const address = (addresses ?? []).find((one: Any) => one.defaultShippingAddress) ?? addresses?.[0]
    const counted = orders.items.filter(({ state }: Any) => state !== 'Cancelled')
    const isWhole = orders.totalItems === orders.items.length
    return {
      platformId: String(id),
      name: `${firstName} ${lastName}`.trim() || null,
      firstName: nonBlankOrNull(firstName),
      lastName: nonBlankOrNull(lastName),
      email: nonBlankOrNull(emailAddress),
      phone: phoneNumber || null,
      type: 'customer',
      address1: address?.streetLine1 || null,
      address2: address?.streetLine2 || null,
      city: address?.city || null,
      zip: address?.postalCode || null,
      country: address?.country.name ?? null,
      countryCode: address?.country.code ?? null,
      ordersCount: orders.totalItems,
      // Unknown for a customer with more orders than are read at once.
      totalSpent: isWhole
        ? counted.reduce((sum: number, one: Any) => sum + one.totalWithTax, 0) / 10 ** precision
        : null,
    }
  },
}

const isAvailable = ({ stockLevel }: Any) => stockLevel !== 'OUT_OF_STOCK'

/** States of Vendure's default order process. */
const FINANCIAL: Record<string, string> = nullPrototypeRecord({
  ArrangingPayment: 'pending',
  PaymentAuthorized: 'authorized',
  PaymentSettled: 'paid',
  PartiallyShipped: 'paid',
  Shipped: 'paid',
  PartiallyDelivered: 'paid',
  Delivered: 'paid',
})
const FULFILMENT: Record<string, string> = nullPrototypeRecord({
  PartiallyShipped: 'partial',
  Shipped: 'fulfilled',
  PartiallyDelivered: 'fulfilled',
  Delivered: 'fulfilled',
})
const SHIPMENT: Record<string, string> = nullPrototypeRecord({
  Pending: 'pending',
  Shipped: 'in_transit',
  Delivered: 'delivered',
})

const argOf = ({ args }: Any, name: string) => args.find((arg: Any) => arg.name === name)?.value

/** Percent, or major units; null for what no customer could be told in a line. */
function kindOfDiscount(actions: Any[], { precision }: ShopMoney): { type: string; value: number | null } | null {
  for (const action of actions) {
    if (/percentage|facet_based/.test(action.code))
      return { type: 'percentage', value: Number(argOf(action, 'discount')) }
    if (/fixed/.test(action.code))
      return { type: 'fixed_amount', value: Number(argOf(action, 'discount')) / 10 ** precision }
    if (action.code === 'free_shipping') return { type: 'free_shipping', value: null }
    if (/buy_x_get_y/.test(action.code)) return { type: 'buy_x_get_y', value: null }
  }
  return null
}
