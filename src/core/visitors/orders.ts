import { currentTime } from '#base/clock.ts'
import { decideAfterSale } from '#core/commerce/after-sale.ts'
import type { Order, Platform } from '#core/commerce/platform.ts'
import { notFound, ParleyError } from '#core/errors.ts'
import { readSettings } from '#core/stores/settings.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { Shop } from '#database/database.ts'
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
  const { eligible, deadline } = decideAfterSale('return', order, settings.afterSale, currentTime())
  return { order, canReturn: eligible, returnUntil: deadline }
}
