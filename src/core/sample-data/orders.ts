import type { Random } from '#base/random.ts'
import type { OrderRow } from '#storage/commerce/orders.ts'
import { completeOrder, orderKeys } from '../import/order.ts'
import { SHOP } from './corpus.ts'
import { DAY, HOUR, type Sample } from './sample.ts'
import { euros, type Item } from './shop.ts'

/** An order, before it is written out. */
export interface SampleOrder {
  /** As the customer sees it, with its #. */
  orderNumber: string
  /** Milliseconds since 1970. */
  createdAt: number
  isCancelled: boolean
  /** In euros, shipping included. */
  total: number
  lines: { item: Item; variantTitle: string; quantity: number }[]
  carrier: string
  trackingNumber: string
}

/** A contact's orders fit in here, so that no two contacts share an order number. */
const ORDERS_MAX = 8
const FREE_SHIPPING_FROM = 60
const SHIPPING = 4.9

/** What a contact ordered since they came, oldest first. */
export function makeOrders(
  sample: Sample,
  items: Item[],
  random: Random,
  { contactNumber, createdAt, count }: { contactNumber: number; createdAt: number; count: number },
): SampleOrder[] {
  const times = Array.from({ length: count }, () =>
    Math.round(createdAt + random.fraction() * (sample.until - createdAt)),
  )
  return times
    .sort((a, b) => a - b)
    .map((time, i) => {
      const lines = Array.from({ length: random.between(1, 3) }, () => makeLine(items, random))
      const goods = lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0)
      return {
        orderNumber: `#${sample.seed.code}-${1001 + contactNumber * ORDERS_MAX + i}`,
        createdAt: time,
        isCancelled: random.chance(0.06),
        total: goods + (goods < FREE_SHIPPING_FROM ? SHIPPING : 0),
        lines,
        carrier: random.pick(SHOP.carriers),
        trackingNumber: random.digits('00340##############'),
      }
    })
}

function makeLine(items: Item[], random: Random) {
  const item = random.pick(items)
  const variantTitle = [random.pick(item.colours), ...(item.sizes.length > 0 ? [random.pick(item.sizes)] : [])].join(
    ' / ',
  )
  return { item, variantTitle, quantity: random.chance(0.85) ? 1 : 2 }
}

/** The order as it is stored, with its shipment as far as that has come. */
export function orderRow(
  order: SampleOrder,
  contact: { id: string; emailKey: string | null },
  until: number,
): OrderRow {
  const iso = (time: number) => new Date(time).toISOString()
  const shippedAt = order.createdAt + 20 * HOUR
  const deliveredAt = order.createdAt + 4 * DAY
  const isShipped = !order.isCancelled && shippedAt <= until
  const isDelivered = isShipped && deliveredAt <= until
  const data = completeOrder({
    orderNumber: order.orderNumber,
    status: order.isCancelled ? 'cancelled' : isDelivered ? 'completed' : 'open',
    financialStatus: order.isCancelled ? 'refunded' : 'paid',
    fulfillmentStatus: isShipped ? 'fulfilled' : 'unfulfilled',
    createdAt: iso(order.createdAt),
    cancelledAt: order.isCancelled ? iso(Math.min(until, order.createdAt + 2 * HOUR)) : null,
    total: euros(order.total),
    lineItems: order.lines.map(({ item, variantTitle, quantity }) => ({ title: item.title, variantTitle, quantity })),
    shipments: isShipped
      ? [
          {
            carrier: order.carrier,
            trackingNumber: order.trackingNumber,
            status: isDelivered ? 'delivered' : 'in_transit',
            shippedAt: iso(shippedAt),
            estimatedDeliveryAt: iso(deliveredAt),
            deliveredAt: isDelivered ? iso(deliveredAt) : null,
          },
        ]
      : [],
  })
  return {
    ...orderKeys(data),
    contactId: contact.id,
    emailKey: contact.emailKey,
    data,
    updatedAt: new Date(isDelivered ? deliveredAt : order.createdAt),
  }
}
