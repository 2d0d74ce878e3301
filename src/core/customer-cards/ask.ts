import { clock } from '#base/clock.ts'
import { RecentMap } from '#base/recent-map.ts'
import type { Caller } from '#core/caller.ts'
import { type ContactFacts, factsOf } from '#core/contacts/contact-facts.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { readContactOrders } from '#core/conversations/member-view.ts'
import { CUSTOMER_CARD_BYTES_MAX, CUSTOMER_CARD_MS, CUSTOMER_CARD_REQUESTS_PER_MINUTE } from '#core/limits.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import { signedBody } from '#core/webhooks/sign.ts'
import { type AddressBook, AddressRefused } from '#outbound/address.ts'
import { createVettedFetch } from '#outbound/vetted-fetch.ts'
import { findContactForMembers } from '#storage/contacts/contacts.ts'
import { type CustomerCard, listCustomerCards } from '#storage/customer-cards.ts'
import { type CardBlock, readCardAnswer } from './answer.ts'

/** Answers that a process keeps for all stores. */
const KEPT_MAX = 2_000

/** A card in the details of a conversation: what its address said, or why it said nothing. */
export interface ShownCard {
  id: string
  title: string
  blocks: CardBlock[]
  /** A sentence for members; null where the address answered. */
  error: string | null
}

/** What an address is asked: ids, and how the customer can be looked up. */
interface Question {
  shopId: string
  cardId: string
  conversationId: string
  customer: ContactFacts
  orderNumbers: string[]
}

/** Asks the addresses of a store what they know of a customer. */
export class CustomerCards {
  readonly #fetch: typeof fetch
  readonly #limits: MinuteLimits
  readonly #kept = new RecentMap<string, { blocks: CardBlock[]; until: number }>(KEPT_MAX)

  constructor(addresses: AddressBook, limits: MinuteLimits) {
    this.#fetch = createVettedFetch(addresses, { timeoutMs: CUSTOMER_CARD_MS, bytes: CUSTOMER_CARD_BYTES_MAX })
    this.#limits = limits
  }

  /** The cards of a conversation's customer; `isFresh`: what is kept is asked for again. NOT_FOUND for no conversation. */
  async show(caller: Caller, conversationId: string, isFresh: boolean): Promise<ShownCard[]> {
    const { shop } = caller
    const { id: ownId, contactId } = await requireConversation(shop, conversationId)
    const cards = await listCustomerCards(shop)
    const contact = contactId === null || cards.length === 0 ? undefined : await findContactForMembers(shop, contactId)
    if (!contact) return []
    const { shopId } = shop
    const { orders } = await readContactOrders(shop, contact)
    const customer = factsOf(contact)
    const orderNumbers = orders.map((order) => (order as { orderNumber: string }).orderNumber)
    return Promise.all(
      cards.map(async (card) => {
        const key = [shopId, card.id, card.updatedAt.getTime(), contact.id].join(' ')
        const known = this.#kept.get(key)
        const shown = { id: card.id, title: card.title }
        if (known && known.until > clock.now() && !isFresh) return { ...shown, blocks: known.blocks, error: null }
        const said = await this.#ask(card, { shopId, cardId: card.id, conversationId: ownId, customer, orderNumbers })
        if (typeof said === 'string') return { ...shown, blocks: [], error: said }
        this.#kept.set(key, { blocks: said.blocks, until: clock.now() + said.ttlMs })
        return { ...shown, blocks: said.blocks, error: null }
      }),
    )
  }

  /** What an address says; a sentence where it says nothing that can be shown. */
  async #ask(card: CustomerCard, question: Question): Promise<{ blocks: CardBlock[]; ttlMs: number } | string> {
    await this.#limits.take(`cards:${question.shopId}`, CUSTOMER_CARD_REQUESTS_PER_MINUTE, 'Too many customer cards.')
    const body = Buffer.from(JSON.stringify(question))
    const host = new URL(card.url).host
    try {
      const headers = { 'user-agent': 'Parley-Cards/1.0', ...signedBody(card.secret, body) }
      const signal = AbortSignal.timeout(CUSTOMER_CARD_MS)
      const answer = await this.#fetch(card.url, { method: 'POST', headers, body, signal })
      if (answer.status === 204) return { blocks: [], ttlMs: 0 }
      if (answer.status !== 200) return `${host} answered ${answer.status}.`
      const read = readCardAnswer(await answer.text())
      return 'mistake' in read ? `${host}: ${read.mistake}` : read
    } catch (error) {
      if (error instanceof AddressRefused) return `${host} cannot be reached from here.`
      if ((error as Error).name === 'TimeoutError')
        return `${host} did not answer in ${CUSTOMER_CARD_MS / 1_000} seconds.`
      return `${host} cannot be reached.`
    }
  }
}
