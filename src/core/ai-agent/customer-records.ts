import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations/conversations.ts'
import { readContactOrders } from '#core/conversations/member-view.ts'
import { listCustomerMessages } from '#storage/ai-agent/customer-messages.ts'
import { type ContactRow, findContactForMembers } from '#storage/contacts/contacts.ts'

/** The newest of them; characters of a message. */
const BOUNDS = { conversations: 20, messagesOfEach: 50, characters: 1_000 } as const

/** Something that the store knows of a customer. */
export interface CustomerRecord {
  kind: 'message' | 'note' | 'order' | 'contact'
  /** The message's id, the order's number or the contact's id. */
  id: string
  text: string
  /** Name of the author; null for an order and the contact. */
  by: string | null
  at: Date | null
  /** Conversation of a message or note. */
  conversationId: string | null
}

/** What is known of the customer of a conversation: the contact, orders, messages and internal notes. NOT_FOUND without one. */
export async function readCustomerRecords({ shop, access = null }: Caller, id: string): Promise<CustomerRecord[]> {
  const { id: conversationId, contactId } = await requireConversation(shop, id)
  const contact = contactId === null ? undefined : await findContactForMembers(shop, contactId)
  const [messages, { orders }] = await Promise.all([
    listCustomerMessages(shop, { conversationId, contactId }, access, BOUNDS),
    contact ? readContactOrders(shop, contact) : { orders: [] },
  ])
  return [
    ...(contact ? [ofContact(contact)] : []),
    ...orders.map((order) => ofOrder(order as Order)),
    ...messages.map(({ id, isNote, text, senderName, createdAt, conversationId }) => {
      return {
        kind: isNote ? ('note' as const) : ('message' as const),
        id,
        text,
        by: senderName,
        at: createdAt,
        conversationId,
      }
    }),
  ]
}

function ofContact({ id, name, email, phone, note, tags, customAttributes }: ContactRow): CustomerRecord {
  const lines = [name, email, phone, note, tags?.join(', ')].filter(Boolean)
  const attributes = Object.entries(customAttributes ?? {}).map(([key, value]) => `${key}: ${value}`)
  return { kind: 'contact', id, text: [...lines, ...attributes].join('\n'), by: null, at: null, conversationId: null }
}

/** What is read of an order (spec 4.7, `check_order_status`). */
interface Order {
  orderNumber: string
  status: string
  financialStatus: string | null
  fulfillmentStatus: string | null
  createdAt: string
  total: { amount: string; currencyCode: string }
  lineItems: { title: string; variantTitle: string | null; quantity: number }[]
  shipments: { carrier: string | null; trackingNumber: string | null; status: string }[]
}

function ofOrder(order: Order): CustomerRecord {
  const { orderNumber, createdAt, total, lineItems, shipments } = order
  const items = lineItems.map(({ title, variantTitle, quantity }) =>
    [`${quantity} × ${title}`, variantTitle].filter(Boolean).join(', '),
  )
  const states = [order.status, order.financialStatus, order.fulfillmentStatus].filter(Boolean)
  const parcels = shipments.map(({ carrier, trackingNumber, status }) =>
    [carrier, trackingNumber, status].filter(Boolean).join(' '),
  )
  const text = [...items, `${total.amount} ${total.currencyCode}`, [...new Set(states)].join(', '), ...parcels].join(
    '\n',
  )
  return { kind: 'order', id: orderNumber, text, by: null, at: new Date(createdAt), conversationId: null }
}
