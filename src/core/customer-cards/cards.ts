import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { codePoints } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkOutboundUrl, checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { CUSTOMER_CARD_TITLE_MAX, CUSTOMER_CARDS_MAX, WEBHOOK_URL_MAX } from '#core/limits.ts'
import type { AddressBook } from '#outbound/address.ts'
import {
  type CustomerCard,
  deleteCustomerCard,
  insertCustomerCard,
  listCustomerCards,
  updateCustomerCard,
} from '#storage/customer-cards.ts'
import { takeTurn } from '#storage/locks.ts'

/** The addresses that a store's admins set up. */

export const listCards = ({ shop }: Caller): Promise<CustomerCard[]> => listCustomerCards(shop)

/** INVALID_PARAMS for an address that may not be reached, and beyond the limit. */
export async function addCard(
  { shop, actor }: Caller,
  { title, url }: { title: string; url: string },
  addresses: AddressBook,
): Promise<CustomerCard> {
  await check({ title, url }, addresses)
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    if ((await listCustomerCards(tx)).length >= CUSTOMER_CARDS_MAX) {
      throw invalidParams(`A store has at most ${CUSTOMER_CARDS_MAX} customer cards; delete one first.`)
    }
    const now = currentTime()
    const card = { id: newId(), title, url, secret: newToken('whsec_', 24), createdAt: now, updatedAt: now }
    await insertCustomerCard(tx, card)
    await recordAudit(tx, actor, 'customer_card.added', card.id, { url: new URL(url).host })
    return card
  })
}

export async function changeCard(
  { shop, actor }: Caller,
  id: string,
  change: { title?: string | undefined; url?: string | undefined },
  addresses: AddressBook,
): Promise<CustomerCard> {
  await check(change, addresses)
  return shop.transaction(async (tx) => {
    const card = await updateCustomerCard(tx, id, { ...change, updatedAt: currentTime() })
    if (!card) throw notFound('Customer card')
    await recordAudit(tx, actor, 'customer_card.changed', id, { url: new URL(card.url).host })
    return card
  })
}

export async function removeCard({ shop, actor }: Caller, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    if (!(await deleteCustomerCard(tx, id))) throw notFound('Customer card')
    await recordAudit(tx, actor, 'customer_card.removed', id)
  })
}

async function check(
  { title, url }: { title?: string | undefined; url?: string | undefined },
  addresses: AddressBook,
): Promise<void> {
  if (title !== undefined) checkText(title, CUSTOMER_CARD_TITLE_MAX, 'title')
  if (url === undefined) return
  if (codePoints(url) > WEBHOOK_URL_MAX) throw invalidParams(`url is longer than ${WEBHOOK_URL_MAX} characters.`)
  await checkOutboundUrl('url', url, addresses, 'https://shop.example.com/parley-card')
}
