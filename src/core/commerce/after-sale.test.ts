import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideAfterSale } from './after-sale.ts'
import type { Order } from './platform.ts'

const POLICY = { returnDays: 30, refundDays: 14, cancelHours: 24, editHours: 1 }
const ORDERED = '2026-03-01T10:00:00.000Z'

const order = (more: Partial<Order> = {}): Order => ({
  orderNumber: '#1',
  status: 'open',
  financialStatus: null,
  fulfillmentStatus: null,
  createdAt: ORDERED,
  cancelledAt: null,
  total: { amount: '5', currencyCode: 'EUR' },
  lineItems: [],
  shipments: [],
  statusUrl: null,
  ...more,
})
const shipment = (deliveredAt: string | null) => ({
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  status: 'x',
  shippedAt: null,
  estimatedDeliveryAt: null,
  deliveredAt,
})
const at = (now: string, ...[type, of]: [Parameters<typeof decideAfterSale>[0], Order]) =>
  decideAfterSale(type, of, POLICY, new Date(now))

test('cancelling and editing count from the order, up to and with the last moment', () => {
  assert.equal(at('2026-03-02T10:00:00.000Z', 'cancel', order()).eligible, true)
  const late = at('2026-03-02T10:00:00.001Z', 'cancel', order())
  assert.deepEqual(
    [late.eligible, late.deadline, late.nextStep, late.url],
    [false, '2026-03-02T10:00:00.000Z', 'none', null],
  )
  assert.equal(at('2026-03-01T11:00:00.001Z', 'edit', order()).eligible, false)
})

test('returns and refunds count from the last delivery', () => {
  const delivered = order({
    shipments: [shipment('2026-03-05T00:00:00.000Z'), shipment('2026-03-07T00:00:00.000Z'), shipment(null)],
  })
  assert.equal(at('2026-04-06T00:00:00.000Z', 'return', delivered).deadline, '2026-04-06T00:00:00.000Z')
  assert.equal(at('2026-04-06T00:00:00.000Z', 'return', delivered).eligible, true)
  assert.equal(at('2026-03-21T00:00:00.001Z', 'refund', delivered).eligible, false)
})

test('what has not arrived cannot be returned yet, and has no deadline', () => {
  const decision = at(ORDERED, 'return', order({ shipments: [shipment(null)] }))
  assert.deepEqual([decision.eligible, decision.deadline], [false, null])
})

test('a cancelled order is eligible for nothing, however it says so', () => {
  for (const cancelled of [order({ cancelledAt: ORDERED }), order({ status: 'canceled' })]) {
    for (const type of ['return', 'refund', 'cancel', 'edit'] as const) {
      assert.deepEqual([at(ORDERED, type, cancelled).eligible, at(ORDERED, type, cancelled).nextStep], [false, 'none'])
    }
  }
})

test('the customer helps themselves if the order has a page, otherwise a person does', () => {
  const url = 'https://shop.example/orders/1'
  assert.deepEqual(
    [at(ORDERED, 'cancel', order({ statusUrl: url })).nextStep, at(ORDERED, 'cancel', order({ statusUrl: url })).url],
    ['self_service', url],
  )
  assert.equal(at(ORDERED, 'cancel', order()).nextStep, 'human')
})
