import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import { decideAfterSale } from '#core/commerce/after-sale.ts'
import type { Order, Platform } from '#core/commerce/platform.ts'
import { notFound, ParleyError } from '#core/errors.ts'
import { readSettings, type Settings } from '#core/stores/settings.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { Shop } from '#database/database.ts'
import { listOrdersByEmail } from '#storage/commerce/orders.ts'
import { findProvenEmail } from '#storage/contacts/contact-changes.ts'
import type { Visitor } from './visitors.ts'

/** An order as who knows its number and its address sees it; `canReturn` until `returnUntil`, by the store's rules. */
export interface FoundOrder {
  order: Order
  canReturn: boolean
  returnUntil: string | null
}

/**
 * An order by its number, or the number of its parcel, and the email address it was made with. NOT_FOUND for one that is
 * not there, one with another address, and where the store has no look-up: nobody learns which.
 */
export async function lookUpOrder(
  shop: Shop,
  visitor: Visitor,
  platform: Platform,
  { key, email }: { key: string; email: string },
): Promise<FoundOrder> {
  const settings = await readSettings(shop)
  if (!readWidget(settings.widget).orders) throw notFound('Order')
  const caller = { shop, actor: { kind: 'visitor' as const, contactId: visitor.contactId ?? '' } }
  const order = await platform.getOrder(caller, { orderNumber: key, email }).catch((error: unknown) => {
    if (!(error instanceof ParleyError && error.code === 'NOT_FOUND')) throw error
    return platform.getOrder(caller, { trackingNumber: key, email })
  })
  return describeOrder(order, settings)
}

/**
 * The newest order of a customer whose id the shop has signed, under the address that the shop itself vouches for. Null
 * for anybody else, for one without orders, and where the store has no look-up.
 */
export async function findLastOrder(shop: Shop, visitor: Visitor, platform: Platform): Promise<FoundOrder | null> {
  const { contactId, externalId } = visitor
  if (contactId === null || externalId === null) return null
  const settings = await readSettings(shop)
  if (!readWidget(settings.widget).orders) return null
  const email = await findProvenEmail(shop, contactId, externalId)
  const [last] = email === null ? [] : ((await listOrdersByEmail(shop, emailKey(email), NEWEST)) as Order[])
  if (!last || email === null) return null
  // Asked for once more, for the shop may know more by now.
  const caller = { shop, actor: { kind: 'visitor' as const, contactId } }
  const now = await platform.getOrder(caller, { orderNumber: last.orderNumber, email }).catch((error: unknown) => {
    if (error instanceof ParleyError && error.code === 'NOT_FOUND') return last
    throw error
  })
  return describeOrder(now, settings)
}

/** Orders that changed last, of which the one that was made last is told. */
const NEWEST = 5

function describeOrder(order: Order, { afterSale }: Settings): FoundOrder {
  const { eligible, deadline } = decideAfterSale('return', order, afterSale, currentTime())
  return { order, canReturn: eligible, returnUntil: deadline }
}
