import { type Static, Type } from 'typebox'
import { email, id, list, maybe, text, time, words } from './fields.ts'
import { Money, moment, money } from './values.ts'

const Shipment = Type.Object({
  carrier: maybe(text),
  trackingNumber: maybe(id),
  trackingUrl: maybe(text),
  status: Type.Optional(text),
  shippedAt: maybe(text),
  estimatedDeliveryAt: maybe(text),
  deliveredAt: maybe(text),
})

export const Order = Type.Object({
  orderNumber: Type.String({ pattern: '^#?[^#]', maxLength: 128, examples: ['1001'] }),
  status: Type.Optional(text),
  financialStatus: maybe(text),
  fulfillmentStatus: maybe(text),
  createdAt: text,
  cancelledAt: maybe(text),
  total: Money,
  lineItems: list(
    Type.Object({ title: words, variantTitle: maybe(text), quantity: Type.Optional(Type.Integer({ minimum: 0 })) }),
  ),
  shipments: list(Shipment),
  statusUrl: maybe(text),
  email: maybe(email),
  customerUuid: maybe(id),
})

/** An order with every field. `status` is open unless given, and cancelled when there is a cancelledAt. */
export function completeOrder(order: Static<typeof Order>) {
  const cancelledAt = moment(order.cancelledAt, 'cancelledAt')
  return {
    orderNumber: order.orderNumber,
    status: order.status ?? (cancelledAt ? 'cancelled' : 'open'),
    financialStatus: order.financialStatus ?? null,
    fulfillmentStatus: order.fulfillmentStatus ?? null,
    createdAt: time(order.createdAt, 'createdAt').toISOString(),
    cancelledAt,
    total: money(order.total, 'total'),
    lineItems: (order.lineItems ?? []).map((item) => ({
      title: item.title,
      variantTitle: item.variantTitle ?? null,
      quantity: item.quantity ?? 1,
    })),
    shipments: (order.shipments ?? []).map((shipment, i) => ({
      carrier: shipment.carrier ?? null,
      trackingNumber: shipment.trackingNumber ?? null,
      trackingUrl: shipment.trackingUrl ?? null,
      status: shipment.status ?? 'pending',
      shippedAt: moment(shipment.shippedAt, `shipments.${i}.shippedAt`),
      estimatedDeliveryAt: moment(shipment.estimatedDeliveryAt, `shipments.${i}.estimatedDeliveryAt`),
      deliveredAt: moment(shipment.deliveredAt, `shipments.${i}.deliveredAt`),
    })),
    statusUrl: order.statusUrl ?? null,
  }
}

/** What orders are found by. */
export function orderKeys(order: ReturnType<typeof completeOrder>) {
  return {
    id: order.orderNumber.replace(/^#/, ''),
    trackingNumbers: order.shipments.flatMap((shipment) => shipment.trackingNumber ?? []),
  }
}
