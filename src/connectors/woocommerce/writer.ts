import { decimalsIn, decimalsOf, toDecimal, toMinor } from '../amounts.ts'
import type { RefundRequest, ShippingAddress, ShopWriter } from '../writer.ts'
import type { AskRest } from './rest-api.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of another program
type Any = any

const ID = /^\d{1,18}$/
const NOTHING = { takesReason: false, canNotify: false, canRefund: false }
/** Statuses in which nobody has paid. */
const UNPAID = ['pending', 'failed']

/**
 * Changes orders through WooCommerce's REST API; needs a key that may write. WooCommerce knows no keys by which it would
 * do a refund but once, and mails customers as the shop has set it up.
 */
export function wooWriter(ask: AskRest, url: string): ShopWriter {
  return {
    abilities: { cancel: NOTHING, refund: { ...NOTHING, takesReason: true }, address: NOTHING },
    async look(id) {
      const order = ID.test(id) ? (await ask(`/orders/${id}`)).body : null
      if (!order || order.status === 'trash') return null
      const decimals = Math.max(decimalsOf(order.currency), decimalsIn(order.total))
      const paid = UNPAID.includes(order.status) ? 0n : toMinor(order.total, decimals)
      const back = (order.refunds ?? []).reduce(
        (sum: bigint, { total }: Any) => sum + abs(toMinor(total, decimals)),
        0n,
      )
      const left = paid > back ? paid - back : 0n
      return {
        isCancelled: order.status === 'cancelled',
        left: { amount: toDecimal(left, decimals), currencyCode: order.currency },
        decimals,
        address: readAddress(order.shipping ?? {}),
        returnable: [],
        blocked: order.status === 'refunded' ? { cancel: 'All of it was refunded: there is nothing to cancel.' } : {},
        url: `${url}/wp-admin/post.php?post=${id}&action=edit`,
      }
    },

    async cancelOrder(id) {
      await ask(`/orders/${id}`, { method: 'PUT', body: { status: 'cancelled' } })
      return null
    },

    async refundOrder(id, { amount, reason }: RefundRequest) {
      // With api_refund the shop's payment provider returns the money; where it cannot, WooCommerce refuses.
      await ask(`/orders/${id}/refunds`, { method: 'POST', body: { amount, reason, api_refund: true } })
      return null
    },

    async changeAddress(id, { firstName, lastName, address1, address2, province, zip, countryCode, ...same }) {
      const named = { first_name: firstName, last_name: lastName, address_1: address1, address_2: address2 }
      const shipping = { ...same, ...named, state: province, postcode: zip, country: countryCode }
      await ask(`/orders/${id}`, { method: 'PUT', body: { shipping } })
      return null
    },
  }
}

const abs = (value: bigint) => (value < 0n ? -value : value)

function readAddress(shipping: Any): ShippingAddress {
  const { first_name, last_name, company, address_1, address_2, city, postcode, state, country, phone } = shipping
  return {
    firstName: first_name ?? '',
    lastName: last_name ?? '',
    company: company ?? '',
    address1: address_1 ?? '',
    address2: address_2 ?? '',
    city: city ?? '',
    zip: postcode ?? '',
    province: state ?? '',
    countryCode: country ?? '',
    phone: phone ?? '',
  }
}
