import { hashToken } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import type { Order, Platform } from '#core/commerce/platform.ts'
import { ParleyError, tooMany } from '#core/errors.ts'
import { ORDER_LOOKUPS_OF_EMAIL, ORDER_LOOKUPS_PER_MINUTE } from '#core/limits.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'

const TOO_MANY = 'Too many orders looked up.'

/** The shopper for whom an order is looked up. */
export interface OrderAsker {
  /** The visitor's id; on channels without visitors the contact's or the conversation's. */
  id: string
  /** Client IP at which the visitor's browser opened its session; null on other channels. */
  ipAddress: string | null
}

/** What an order is looked up by. */
interface OrderLookup {
  /** The number of the order, or of its parcel. */
  key: string
  /** The address that the order must have been made with. */
  email: string
  /** Whether the shop vouches that the address is the asker's: nobody guesses then, and only the asker is counted. */
  isVerified: boolean
}

/**
 * Finds orders for shoppers, in the widget and by the AI agent, and counts each look-up by shopper, network, store and
 * typed address, whichever way it arrives: numbers and addresses of other customers cannot be tried out.
 */
export class OrderLookups {
  readonly #platform: Platform
  readonly #limits: MinuteLimits
  readonly #slowCounter: RateCounter

  /** `limits` start again each minute. `slowCounter` remembers a count for `SIGN_IN_WINDOW_MS`. */
  constructor(platform: Platform, limits: MinuteLimits, slowCounter: RateCounter) {
    this.#platform = platform
    this.#limits = limits
    this.#slowCounter = slowCounter
  }

  /**
   * NOT_FOUND for an order that does not exist and for another customer's; RATE_LIMITED for too many look-ups, before
   * anything is read. Without an `asker` (a member of the store tries the AI agent out) nothing is counted.
   */
  async find(caller: Caller, asker: OrderAsker | null, lookup: OrderLookup): Promise<Order> {
    const { key, email } = lookup
    if (asker) await this.#count(caller.shop.shopId, asker, lookup)
    try {
      return await this.#platform.getOrder(caller, { orderNumber: key, email })
    } catch (error) {
      if (!(error instanceof ParleyError && error.code === 'NOT_FOUND')) throw error
      return this.#platform.getOrder(caller, { trackingNumber: key, email })
    }
  }

  /** Counts a look-up of a visitor's own orders, under an address that the shop vouches for. */
  async countOwn(visitorId: string): Promise<void> {
    await this.#limits.take(`order:${visitorId}`, ORDER_LOOKUPS_PER_MINUTE.visitor, TOO_MANY)
  }

  /** A look-up that is rejected by one limit uses up none of the next, which other shoppers share. */
  async #count(shopId: string, { id, ipAddress }: OrderAsker, { email, isVerified }: OrderLookup): Promise<void> {
    await this.countOwn(id)
    if (isVerified) return
    const from = ipAddress === null ? null : this.#limits.networkOf(ipAddress)
    if (from !== null) await this.#limits.take(`order-from:${from}`, ORDER_LOOKUPS_PER_MINUTE.network, TOO_MANY)
    await this.#limits.take(`order-in:${shopId}`, ORDER_LOOKUPS_PER_MINUTE.store, TOO_MANY)
    const name = `order-of:${shopId}:${hashToken(emailKey(email))}`
    if (!(await this.#slowCounter.take({ [name]: ORDER_LOOKUPS_OF_EMAIL }))) throw tooMany(TOO_MANY)
  }
}
