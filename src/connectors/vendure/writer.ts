import { toDecimal, toMinor } from '../amounts.ts'
import type { CancelRequest, RefundRequest, ShippingAddress, ShopOrder, ShopWriter } from '../writer.ts'
import { ShopRefused } from '../writer.ts'
import type { Ask } from './admin-api.ts'
import { PRECISION, precisionOf } from './queries.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of another program
type Any = any

const LOOK = `query ($id: ID!) { ${PRECISION} order(id: $id) { id state nextStates currencyCode
  payments { id state amount refunds { state total } }
  shippingAddress { fullName company streetLine1 streetLine2 city province postalCode countryCode phoneNumber } } }`
const OR_ERROR = '... on ErrorResult { errorCode message }'
const CANCEL = `mutation ($input: CancelOrderInput!) { done: cancelOrder(input: $input) { ... on Order { id } ${OR_ERROR} } }`
const REFUND = `mutation ($input: RefundOrderInput!) {
  done: refundOrder(input: $input) { ... on Refund { state } ${OR_ERROR} } }`
const MOVE = `mutation ($id: ID!, $state: String!) {
  done: transitionOrderToState(id: $id, state: $state) { ... on Order { id } ${OR_ERROR} } }`
const MODIFY = `mutation ($input: ModifyOrderInput!) {
  done: modifyOrder(input: $input) { ... on Order { id } ${OR_ERROR} } }`
const NOTED = { takesReason: true, canNotify: false, canRefund: false }

/** Changes orders through Vendure's admin API; needs a key that may. It knows no keys by which it would do a thing but once. */
export function vendureWriter(ask: Ask): ShopWriter {
  /** The order, with the decimals that its amounts have; null where the shop does not have it. */
  const find = async (id: string): Promise<Any> => {
    const { order, globalSettings } = (await ask(LOOK, { id })) as Any
    return order && { ...order, decimals: precisionOf(globalSettings) }
  }
  /** The answer's record; what Vendure refuses it answers as an error of its own. */
  const change = async (mutation: string, variables: object): Promise<Any> => {
    const { done } = (await ask(mutation, variables)) as Any
    if (done?.errorCode) throw new ShopRefused(String(done.message).slice(0, 300))
    return done
  }

  return {
    abilities: { cancel: NOTED, refund: NOTED, address: NOTED },
    async look(id) {
      const order = await find(id)
      if (!order) return null
      return {
        isCancelled: order.state === 'Cancelled',
        left: { amount: toDecimal(refundable(order).left, order.decimals), currencyCode: order.currencyCode },
        decimals: order.decimals,
        address: order.shippingAddress ? readAddress(order.shippingAddress) : null,
        returnable: [],
        blocked: blockedOf(order),
        url: null,
      }
    },

    async cancelOrder(orderId, { reason }: CancelRequest) {
      await change(CANCEL, { input: { orderId, cancelShipping: true, reason } })
      return null
    },

    async refundOrder(id, { amount, reason }: RefundRequest) {
      const order = await find(id).catch(refused)
      const { payment } = refundable(order)
      if (!payment) throw new ShopRefused('The order has no payment that could be refunded.')
      // Beside the amount, too, it stores what a refund was made of, and takes nothing for nothing.
      const none = { lines: [], shipping: 0, adjustment: 0 }
      const input = { ...none, amount: Number(toMinor(amount, order.decimals)), paymentId: payment.id, reason }
      const { state } = await change(REFUND, { input })
      if (state === 'Failed') throw new ShopRefused('The payment provider did not return the money.')
      return state === 'Settled'
        ? null
        : 'The shop’s payment method returns no money by itself: pay it out, and settle the refund in the shop.'
    },

    /** Vendure changes orders in a state of its own, and has to be brought back from there. */
    async changeAddress(id, address, note) {
      const { state } =
        (await find(id).catch(refused)) ?? refused(new Error('This order no longer exists in the shop.'))
      await change(MOVE, { id, state: 'Modifying' })
      const back = () => change(MOVE, { id, state })
      const updateShippingAddress = writeAddress(address)
      const input = { dryRun: false, orderId: id, updateShippingAddress, note, options: { recalculateShipping: false } }
      await change(MODIFY, { input }).catch(async (error: Error) => {
        const isBack = await back().then(
          () => true,
          () => false,
        )
        throw isBack
          ? error
          : new Error(`${error.message} The order is still being modified in the shop: end that there.`)
      })
      return back().then(
        () => null,
        () => 'The address is changed, but the order is still being modified in the shop: finish that there.',
      )
    },
  }
}

/** Picks the payment with the most left: each is refunded separately. */
function refundable(order: Any): { payment: Any; left: bigint } {
  let most: { payment: Any; left: bigint } = { payment: null, left: 0n }
  for (const payment of order?.payments ?? []) {
    if (payment.state !== 'Settled') continue
    const back = payment.refunds.filter(({ state }: Any) => state !== 'Failed')
    const left = BigInt(payment.amount) - back.reduce((sum: bigint, { total }: Any) => sum + BigInt(total), 0n)
    if (left > most.left) most = { payment, left }
  }
  return most
}

function blockedOf({ state, nextStates }: Any): ShopOrder['blocked'] {
  const isModified = state === 'Modifying'
  const why = isModified
    ? 'The order is being modified in the shop: finish that there first.'
    : `An order that is ${state} cannot be changed so.`
  return {
    ...(isModified || !nextStates.includes('Cancelled') ? { cancel: why } : {}),
    ...(isModified ? { refund: why } : {}),
    ...(nextStates.includes('Modifying') ? {} : { address: why }),
  }
}

/** Before anything is written: whatever went wrong, nothing was done. */
function refused(error: Error): never {
  throw new ShopRefused(error.message)
}

function readAddress(address: Any): ShippingAddress {
  const [lastName = '', ...first] = String(address.fullName ?? '')
    .trim()
    .split(' ')
    .reverse()
  return {
    firstName: first.reverse().join(' '),
    lastName,
    company: address.company ?? '',
    address1: address.streetLine1 ?? '',
    address2: address.streetLine2 ?? '',
    city: address.city ?? '',
    zip: address.postalCode ?? '',
    province: address.province ?? '',
    countryCode: address.countryCode ?? '',
    phone: address.phoneNumber ?? '',
  }
}

function writeAddress({ firstName, lastName, company, city, province, countryCode, ...rest }: ShippingAddress): object {
  return {
    fullName: `${firstName} ${lastName}`.trim(),
    ...{ company, city, province, countryCode, streetLine1: rest.address1, streetLine2: rest.address2 },
    ...{ postalCode: rest.zip, phoneNumber: rest.phone },
  }
}
