import { Type } from 'typebox'
import { invalidParams } from '#core/errors.ts'
import { nullable, string } from '#surfaces/http/schema.ts'
import { email } from '../fields.ts'
import { Money } from '../records.ts'
import { defineTool } from '../tool.ts'

const Shipment = Type.Object({
  carrier: nullable(string()),
  trackingNumber: nullable(string()),
  trackingUrl: nullable(string()),
  status: string(),
  shippedAt: nullable(string()),
  estimatedDeliveryAt: nullable(string()),
  deliveredAt: nullable(string()),
})

const Order = Type.Object({
  orderNumber: string(),
  status: string(),
  financialStatus: nullable(string()),
  fulfillmentStatus: nullable(string()),
  createdAt: string(),
  cancelledAt: nullable(string()),
  total: Money,
  lineItems: Type.Array(Type.Object({ title: string(), variantTitle: nullable(string()), quantity: Type.Integer() })),
  shipments: Type.Array(Shipment),
  statusUrl: nullable(string()),
})

export const checkOrderStatus = defineTool({
  name: 'check_order_status',
  title: 'Track an order',
  description:
    'Get the status and shipments of an order. Pass exactly one of orderNumber and trackingNumber; with email the order must belong to that customer.',
  input: {
    orderNumber: Type.Optional(
      Type.String({ minLength: 1, description: 'Order number as the customer sees it, with or without #.' }),
    ),
    trackingNumber: Type.Optional(Type.String({ minLength: 1, description: 'Carrier tracking number.' })),
    email: Type.Optional(email),
  },
  output: { order: Order },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isOn: (settings) => settings.ai.skills.orderTracking,
  async run(caller, { orderNumber, trackingNumber, email }, { platform }) {
    if (orderNumber !== undefined && trackingNumber === undefined) {
      return { order: await platform.getOrder(caller, { orderNumber, email }) }
    }
    if (trackingNumber !== undefined && orderNumber === undefined) {
      return { order: await platform.getOrder(caller, { trackingNumber, email }) }
    }
    throw invalidParams('Pass exactly one of orderNumber and trackingNumber.')
  },
})
