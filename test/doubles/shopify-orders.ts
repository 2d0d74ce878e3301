import { randomUUID } from 'node:crypto'
import type { ShopifyShop } from './shopify.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of a shop, in that shop's own shapes
type Any = any

/** What Shopify does with orders: cancelling in the background, refunds that are done once a key, addresses, and returns of what was sent. */

const numberIn = (gid: string) => gid.slice(gid.lastIndexOf('/') + 1)
const scaled = (amount: string) => Math.round(Number(amount) * 1000)
const bag = (thousandths: number, currencyCode: string) => ({
  presentmentMoney: { amount: String(thousandths / 1000), currencyCode },
})

/** What is shown of an order beside its record's own: `payments` of amounts, `refunds` as they were made. */
export function presentOrder(record: Any): object {
  const { currencyCode, amount } = record.currentTotalPriceSet.shopMoney
  const payments = record.payments ?? [{ id: '1', gateway: 'bogus', amount }]
  const leftOf = ({ id, amount: paid }: Any) =>
    (record.refunds ?? [])
      .filter((one: Any) => one.payment === id)
      .reduce((left: number, one: Any) => left - scaled(one.amount), scaled(paid))
  const most = payments.reduce((sum: number, one: Any) => sum + leftOf(one), 0)
  return {
    shippingAddress: record.shippingAddress ?? null,
    suggestedRefund: {
      maximumRefundableSet: bag(most, currencyCode),
      suggestedTransactions: payments.map((one: Any) => ({
        gateway: one.gateway,
        parentTransaction: { id: `gid://shopify/OrderTransaction/${one.id}` },
        maximumRefundableSet: bag(leftOf(one), currencyCode),
      })),
    },
  }
}

/** Items of an order that were sent and not returned, by their place in it. */
const returnableOf = ({ lineItems, fulfillments = [], returned = {} }: Any): Any[] =>
  fulfillments.length === 0
    ? []
    : lineItems.nodes.flatMap((lineItem: Any, i: number) => {
        const id = `gid://shopify/FulfillmentLineItem/${i + 1}`
        const quantity = lineItem.quantity - (returned[id] ?? 0)
        return quantity > 0 ? [{ quantity, fulfillmentLineItem: { id, lineItem } }] : []
      })

/** `afterWrite` of the shop runs once something was done, before that is answered. */
export function orderMutations(shop: ShopifyShop): Any {
  const jobs = new Map<string, { looks: number; order: string; fields: object }>()
  const keys = new Map<string, Any>()
  const find = (id: string) => shop.records.Order.get(numberIn(id))
  const write = async (answer: Any) => {
    shop.writes++
    await shop.afterWrite?.()
    return answer
  }
  const requireScope = (scope = 'write_orders') => {
    if (shop.scopes.includes(scope)) return
    const message = `Access denied for this field. Required access: \`${scope}\` access scope.`
    throw Object.assign(new Error(message), { extensions: { code: 'ACCESS_DENIED' } })
  }
  const no = (message: string) => ({ userErrors: [{ message }] })

  return {
    orderCancel({ orderId, refundMethod }: Any) {
      requireScope()
      const order = find(orderId)
      const errors = (message: string) => ({ job: null, orderCancelUserErrors: [{ message }] })
      if (order.cancelledAt) return errors('Cannot cancel an order that has already been cancelled.')
      if (order.displayFulfillmentStatus === 'FULFILLED') return errors('Cannot cancel a fulfilled order.')
      const { currentTotalPriceSet: total } = order
      const refunds = refundMethod.originalPaymentMethodsRefund
        ? { refunds: [{ payment: '1', amount: total.shopMoney.amount }], displayFinancialStatus: 'REFUNDED' }
        : {}
      const id = `gid://shopify/Job/${randomUUID()}`
      shop.cancellations.push(order.id)
      jobs.set(id, { looks: 0, order: order.id, fields: { cancelledAt: new Date().toISOString(), ...refunds } })
      return write({ job: { id, done: false }, orderCancelUserErrors: [] })
    },
    job({ id }: Any) {
      const job = jobs.get(id)
      if (!job) return null
      if (++job.looks === 2) shop.save('Order', { id: job.order, ...job.fields })
      return { id, done: job.looks >= 2 }
    },
    refundCreate({ input }: Any, _context: unknown, info: Any) {
      requireScope()
      const directive = info.fieldNodes[0].directives?.find((one: Any) => one.name.value === 'idempotent')
      const name = directive?.arguments[0].value.name?.value
      const key = info.variableValues[name]
      if (!key) throw new Error('The @idempotent directive is required for this mutation.')
      if (keys.has(key)) return keys.get(key)
      const order = find(input.orderId)
      const { suggestedRefund } = presentOrder(order) as Any
      const left = Object.fromEntries(
        suggestedRefund.suggestedTransactions.map((one: Any) => [
          one.parentTransaction.id,
          scaled(one.maximumRefundableSet.presentmentMoney.amount),
        ]),
      )
      for (const { parentId, amount, kind } of input.transactions) {
        if (kind !== 'REFUND' || scaled(amount) > (left[parentId] ?? 0)) {
          return no('Refund amount is greater than the amount that is left.')
        }
      }
      const made = input.transactions.map((one: Any) => ({ payment: numberIn(one.parentId), amount: one.amount }))
      const displayFinancialStatus =
        made.reduce((sum: number, one: Any) => sum + scaled(one.amount), 0) ===
        scaled(suggestedRefund.maximumRefundableSet.presentmentMoney.amount)
          ? 'REFUNDED'
          : 'PARTIALLY_REFUNDED'
      shop.save('Order', { id: order.id, refunds: [...(order.refunds ?? []), ...made], displayFinancialStatus })
      shop.told.push({ note: input.note, notify: input.notify })
      const answer = { refund: { id: 'gid://shopify/Refund/1' }, userErrors: [] }
      keys.set(key, answer)
      return write(answer)
    },
    returnableFulfillments({ orderId }: Any) {
      requireScope('read_returns')
      return { nodes: [{ returnableFulfillmentLineItems: { nodes: returnableOf(find(orderId)) } }] }
    },
    returnCreate({ returnInput: { orderId, returnLineItems, notifyCustomer } }: Any) {
      requireScope('write_returns')
      const order = find(orderId)
      const left = new Map(returnableOf(order).map((one) => [one.fulfillmentLineItem.id, one.quantity]))
      const returned = { ...order.returned }
      for (const { fulfillmentLineItemId: id, quantity } of returnLineItems) {
        if (quantity > (left.get(id) ?? 0)) return no('Return line item quantity is not returnable.')
        returned[id] = (returned[id] ?? 0) + quantity
      }
      shop.save('Order', { id: order.id, returned })
      shop.told.push({ note: returnLineItems[0].returnReasonNote, notify: notifyCustomer })
      return write({ return: { id: 'gid://shopify/Return/1' }, userErrors: [] })
    },
    orderUpdate({ input }: Any) {
      requireScope()
      const { countryCode, ...address } = input.shippingAddress
      if (!['DE', 'NO', 'US'].includes(countryCode)) return no('Shipping address country is not supported')
      shop.save('Order', { id: numberIn(input.id), shippingAddress: { ...address, countryCodeV2: countryCode } })
      return write({ order: { id: input.id }, userErrors: [] })
    },
  }
}
