import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import { decideAfterSale } from '#core/commerce/after-sale.ts'
import type { Order } from '#core/commerce/platform.ts'
import { notFound, ParleyError } from '#core/errors.ts'
import { readSettings, type Settings } from '#core/stores/settings.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { Shop } from '#database/database.ts'
import { listOrdersByEmail } from '#storage/commerce/orders.ts'
import { findProvenEmail } from '#storage/contacts/contact-changes.ts'
import type { OrderLookups } from './order-lookups.ts'
import type { Visitor } from './visitors.ts'

/** How look-ups are counted, and from where this one comes. */
interface From {
  lookups: OrderLookups
  ipAddress: string
}

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
  { lookups, ipAddress }: From,
  { key, email }: { key: string; email: string },
): Promise<FoundOrder> {
  const settings = await readSettings(shop)
  if (!readWidget(settings.widget).orders) throw notFound('Order')
  const caller = { shop, actor: { kind: 'visitor' as const, contactId: visitor.contactId ?? '' } }
  const order = await lookups.find(caller, { id: visitor.id, ipAddress }, { key, email, isVerified: false })
  return describeOrder(order, settings)
}

/**
 * The newest order of a customer whose id the shop has signed, under the address that the shop itself vouches for. Null
 * for anybody else, for one without orders, and where the store has no look-up.
 */
export async function findLastOrder(shop: Shop, visitor: Visitor, lookups: OrderLookups): Promise<FoundOrder | null> {
  await lookups.countOwn(visitor.id)
  const { contactId, externalId } = visitor
  if (contactId === null || externalId === null) return null
  const settings = await readSettings(shop)
  if (!readWidget(settings.widget).orders) return null
  const email = await findProvenEmail(shop, contactId, externalId)
  const [last] = email === null ? [] : ((await listOrdersByEmail(shop, emailKey(email), NEWEST)) as Order[])
  if (!last || email === null) return null
  // Asked for once more, for the shop may know more by now.
  const caller = { shop, actor: { kind: 'visitor' as const, contactId } }
  const own = { key: last.orderNumber, email, isVerified: true }
  const now = await lookups.find(caller, null, own).catch((error: unknown) => {
    if (error instanceof ParleyError && error.code === 'NOT_FOUND') return last
    throw error
  })
  return describeOrder(now, settings)
}

/** Number of most recently changed orders, among which the newest one is shown. */
const NEWEST = 5

function describeOrder(order: Order, { afterSale }: Settings): FoundOrder {
  const { eligible, deadline } = decideAfterSale('return', order, afterSale, currentTime())
  return { order, canReturn: eligible, returnUntil: deadline }
}
