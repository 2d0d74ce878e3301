import type { Caller } from '#core/caller.ts'
import { factsOf } from '#core/contacts/contact-facts.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { requireOrder } from '#core/order-actions/orders.ts'
import type { Queries } from '#database/database.ts'
import { findContactForMembers } from '#storage/contacts/contacts.ts'
import { findOrderPlace } from '#storage/platform/records.ts'
import { type ActionFacts, NO_FACTS } from './action.ts'

/**
 * What the service knows of a conversation for a member's run: of orders, the one that the member chose among those that the
 * details show as the contact's own. NOT_FOUND for no conversation, and for another order.
 */
export async function readFactsForMember(
  caller: Caller,
  conversationId: string,
  orderNumber: string | null,
): Promise<ActionFacts> {
  const { shop } = caller
  const { id, contactId } = await requireConversation(shop, conversationId)
  const contact = contactId === null ? undefined : await findContactForMembers(shop, contactId)
  const { email = null, emailIsProven = false } = contact ? factsOf(contact) : {}
  const order = orderNumber === null ? null : await requireOrder(caller, conversationId, orderNumber)
  return {
    ...NO_FACTS,
    'conversation.id': id,
    'contact.id': contact?.id ?? null,
    'contact.email': emailIsProven ? email : null,
    ...(order && (await orderFacts(shop, order.orderId))),
  }
}

/** An order's number and the shop's own id of it, as placeholders name them. Call it for an order that is proven. */
export async function orderFacts(
  shop: Queries,
  orderId: string,
): Promise<Pick<ActionFacts, 'order.number' | 'order.id'>> {
  const place = await findOrderPlace(shop, orderId)
  return { 'order.number': orderId, 'order.id': place?.platformId ?? null }
}
