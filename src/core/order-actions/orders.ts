import type { Caller } from '#core/caller.ts'
import type { Order } from '#core/commerce/platform.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { readContactOrders } from '#core/conversations/member-view.ts'
import { notFound } from '#core/errors.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Queries } from '#database/database.ts'
import { findContactForMembers } from '#storage/contacts/contacts.ts'
import { findConnection } from '#storage/platform/connections.ts'
import { findOrderPlace } from '#storage/platform/records.ts'

/** Why a shop cannot be asked for an order. */
export const CONNECT_AGAIN = 'The shop has to be connected again.'
export const GONE = 'This order no longer exists in the shop.'
export const UNREADABLE = 'The shop’s answer cannot be read as an order.'

/** What an answer of another shape makes of reading it. */
export const isMalformed = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError

/** Place of an order in its shop. */
export interface OrderPlace {
  connection: ShopConnection
  platformId: string
}

/** An order that the details of a conversation show as its contact's own; not one of an address that nobody has proven. */
export async function requireOrder(
  { shop }: Caller,
  conversationId: string,
  number: string,
): Promise<{ conversationId: string; orderId: string; order: Order }> {
  const { id, contactId } = await requireConversation(shop, conversationId)
  const contact = contactId === null ? undefined : await findContactForMembers(shop, contactId)
  const orderId = number.replace(/^#/, '')
  const { orders } = contact ? await readContactOrders(shop, contact) : { orders: [] }
  const order = (orders as Order[]).find((one) => one.orderNumber.replace(/^#/, '') === orderId)
  if (!order) throw notFound('Order')
  return { conversationId: id, orderId, order }
}

/** Null where no shop that can be asked has the order. */
export async function findPlace(shop: Queries, orderId: string): Promise<OrderPlace | null> {
  const found = await findOrderPlace(shop, orderId)
  const connection = found && (await findConnection(shop, found.connectionId))
  if (!connection || connection.kind === 'custom' || connection.state === 'disconnected') return null
  return { connection, platformId: found.platformId }
}
