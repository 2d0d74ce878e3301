import { setTimeout as sleep } from 'node:timers/promises'
import { decimalsOf, toDecimal, toMinor } from '../amounts.ts'
import { ShopUnavailable } from '../shop-unavailable.ts'
import {
  type CancelRequest,
  type RefundRequest,
  type ReturnableItem,
  type ReturnRequest,
  type ShippingAddress,
  ShopRefused,
  type ShopWriter,
} from '../writer.ts'
import type { AskShopify } from './admin-api.ts'
import { gid } from './queries.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of another program
type Any = any

const MONEY = '{ presentmentMoney { amount currencyCode } }'
const LOOK = `query ($id: ID!) { node(id: $id) { ... on Order { id cancelledAt displayFulfillmentStatus
  shippingAddress { firstName lastName company address1 address2 city zip provinceCode countryCodeV2 phone }
  suggestedRefund(suggestFullRefund: true) { maximumRefundableSet ${MONEY}
    suggestedTransactions { gateway parentTransaction { id } maximumRefundableSet ${MONEY} } } } } }`
const CANCEL = `mutation ($id: ID!, $notify: Boolean!, $refund: OrderCancelRefundMethodInput!, $note: String) {
  orderCancel(orderId: $id, notifyCustomer: $notify, refundMethod: $refund, restock: true, reason: CUSTOMER,
    staffNote: $note) { job { id done } orderCancelUserErrors { message } } }`
const JOB = 'query ($id: ID!) { job(id: $id) { done } }'
const REFUND = `mutation ($input: RefundInput!, $key: String!) { refundCreate(input: $input) @idempotent(key: $key) {
  refund { id } userErrors { message } } }`
const RETURNABLE = `query ($id: ID!) { returnableFulfillments(orderId: $id, first: 20) { nodes {
  returnableFulfillmentLineItems(first: 50) { nodes { quantity
    fulfillmentLineItem { id lineItem { title variantTitle } } } } } } }`
const RETURN = `mutation ($input: ReturnInput!) { returnCreate(returnInput: $input) { return { id } userErrors { message } } }`
const ADDRESS = `mutation ($input: OrderInput!) { orderUpdate(input: $input) { order { id } userErrors { message } } }`

/** Shopify cancels in the background: number of checks, and the pause between them. */
const LOOKS = 8
const BETWEEN_MS = 400
const ID = /^\d{1,20}$/
const ALL = { takesReason: true, canNotify: true, canRefund: false }

/** Changes orders through Shopify's Admin API; needs the scope `write_orders`, for returns also `read_returns` and `write_returns`. */
export function shopifyWriter(ask: AskShopify, url: string): ShopWriter {
  const find = async (id: string): Promise<Any> =>
    ID.test(id) ? (await ask('look at order', LOOK, { id: gid('order', id) })).node : null

  /** What can be returned, or why that is not known; the other actions need none of it. */
  const findReturnable = async (id: string): Promise<{ items: ReturnableItem[]; problem: string | null }> => {
    try {
      const { returnableFulfillments } = await ask('look at returns', RETURNABLE, { id: gid('order', id) })
      const items = returnableFulfillments.nodes.flatMap(({ returnableFulfillmentLineItems }: Any) =>
        returnableFulfillmentLineItems.nodes.map(readReturnable),
      )
      return { items, problem: items.length > 0 ? null : 'Nothing of it can be returned.' }
    } catch (error) {
      if (error instanceof ShopUnavailable) return { items: [], problem: error.message }
      throw error
    }
  }

  const waitFor = async (job: { id: string; done: boolean } | null): Promise<boolean> => {
    let isDone = job?.done ?? true
    for (let looks = 0; !isDone && looks < LOOKS; looks++) {
      await sleep(BETWEEN_MS)
      isDone = (await ask('job', JOB, { id: job?.id })).job?.done ?? true
    }
    return isDone
  }

  return {
    abilities: {
      cancel: { ...ALL, canRefund: true },
      refund: ALL,
      address: { takesReason: false, canNotify: false, canRefund: false },
      return: ALL,
    },
    async look(id) {
      const order = await find(id)
      if (!order?.id) return null
      const { amount, currencyCode } = order.suggestedRefund.maximumRefundableSet.presentmentMoney
      const decimals = decimalsOf(currencyCode)
      const isSent = order.displayFulfillmentStatus === 'FULFILLED'
      const isUnsent = order.displayFulfillmentStatus === 'UNFULFILLED'
      const returns = isUnsent ? { items: [], problem: 'Nothing of it was sent.' } : await findReturnable(id)
      return {
        isCancelled: order.cancelledAt !== null,
        left: { amount: toDecimal(toMinor(amount, decimals), decimals), currencyCode },
        decimals,
        address: order.shippingAddress ? readAddress(order.shippingAddress) : null,
        returnable: returns.items,
        blocked: {
          ...(isSent && { cancel: 'All of it was sent: Shopify cancels no order that is fulfilled.' }),
          ...(returns.problem !== null && { return: returns.problem }),
        },
        url: `${url}/admin/orders/${id}`,
      }
    },

    async cancelOrder(id, { reason, notifies: notify, refunds }: CancelRequest) {
      const refund = { originalPaymentMethodsRefund: refunds }
      const variables = { id: gid('order', id), notify, refund, note: reason || null }
      const { orderCancel } = await ask('cancel order', CANCEL, variables)
      requireNone(orderCancel.orderCancelUserErrors)
      // Shopify has accepted it: a failed check does not mean that it was rejected.
      const isDone = await waitFor(orderCancel.job).catch(() => false)
      return isDone ? null : 'Shopify is still at it: the order shows as cancelled once that is done.'
    },

    async refundOrder(id, { amount, currencyCode, key, reason: note, notifies: notify }: RefundRequest) {
      // Which payments it comes from: the first that still have something, in Shopify's order.
      const decimals = decimalsOf(currencyCode)
      let rest = toMinor(amount, decimals)
      const transactions: object[] = []
      for (const one of (await find(id).catch(refused))?.suggestedRefund.suggestedTransactions ?? []) {
        const most = toMinor(one.maximumRefundableSet.presentmentMoney.amount, decimals)
        const part = most < rest ? most : rest
        if (part <= 0n || !one.parentTransaction) continue
        const of = {
          orderId: gid('order', id),
          parentId: one.parentTransaction.id,
          gateway: one.gateway,
          kind: 'REFUND',
        }
        transactions.push({ ...of, amount: toDecimal(part, decimals) })
        rest -= part
      }
      if (rest > 0n) throw new ShopRefused('The order’s payments do not have so much left to refund.')
      const input = { orderId: gid('order', id), currency: currencyCode, note: note || null, notify, transactions }
      requireNone((await ask('refund order', REFUND, { input, key })).refundCreate.userErrors)
      return null
    },

    async changeAddress(id, { countryCode, province: provinceCode, ...address }: ShippingAddress) {
      const shippingAddress = { ...address, countryCode, ...(provinceCode && { provinceCode }) }
      const input = { id: gid('order', id), shippingAddress }
      requireNone((await ask('change address', ADDRESS, { input })).orderUpdate.userErrors)
      return null
    },

    async returnItems(id, { items, reason, notifies: notifyCustomer }: ReturnRequest) {
      const returnLineItems = items.map(({ id: fulfillmentLineItemId, quantity }) => ({
        fulfillmentLineItemId,
        quantity,
        returnReasonNote: reason.slice(0, RETURN_NOTE_MAX),
      }))
      const input = { orderId: gid('order', id), returnLineItems, notifyCustomer }
      requireNone((await ask('open return', RETURN, { input })).returnCreate.userErrors)
      return null
    },
  }
}

/** Characters that Shopify takes of a note on a return. */
const RETURN_NOTE_MAX = 255

function readReturnable({ quantity, fulfillmentLineItem }: Any): ReturnableItem {
  const { title, variantTitle } = fulfillmentLineItem.lineItem
  return { id: fulfillmentLineItem.id, title: variantTitle ? `${title} – ${variantTitle}` : title, quantity }
}

function requireNone([error]: { message: string }[]): void {
  if (error) throw new ShopRefused(String(error.message).slice(0, 300))
}

/** Before anything is written: whatever went wrong, nothing was done. */
function refused(error: Error): never {
  throw new ShopRefused(error.message)
}

function readAddress({ countryCodeV2, provinceCode, ...rest }: Any): ShippingAddress {
  const { firstName, lastName, company, address1, address2, city, zip, phone } = rest
  const given = { firstName, lastName, company, address1, address2, city, zip, phone }
  const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? '']))
  return { ...(texts as typeof given), province: provinceCode ?? '', countryCode: countryCodeV2 ?? '' }
}
