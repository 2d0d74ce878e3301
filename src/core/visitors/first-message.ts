import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { splitName } from '#core/contacts/names.ts'
import { insertAttributes } from '#core/conversations/attributes.ts'
import { ConversationChange } from '#core/conversations/change.ts'
import type { Settings } from '#core/stores/settings.ts'
import { buildEvent, type OutboxEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile, type Queries, type Transaction } from '#database/database.ts'
import { findContactByPlatformId, lockVisitorContacts, type VisitorContact } from '#storage/contacts/contact-changes.ts'
import { saveContacts } from '#storage/contacts/contacts.ts'
import { type ConversationRow, insertConversation } from '#storage/conversations/conversations.ts'
import { takeTurn } from '#storage/locks.ts'
import { isPresent } from '#storage/presence/presence.ts'
import { takeConversationNumbers } from '#storage/stores/stores.ts'
import { updateVisitor } from '#storage/visitors/visitors.ts'
import { readUserAgent } from './device.ts'
import { customerFields, type Visitor } from './visitors.ts'

/**
 * The contact that a visitor's message comes from, locked: theirs, which is so already, the customer that they were
 * identified as, or a new one.
 */
export async function findOrMakeContact(
  tx: Queries,
  visitor: Visitor,
  known: VisitorContact | null,
): Promise<{ contact: VisitorContact; events: OutboxEvent[] }> {
  if (known) return { contact: known, events: [] }
  const other = visitor.externalId === null ? undefined : await findCustomer(tx, visitor.externalId)
  if (other) {
    const [contact] = await lockVisitorContacts(tx, [other.id])
    if (contact?.platformId !== visitor.externalId) throw new ChangedMeanwhile()
    await updateVisitor(tx, visitor.id, { contactId: other.id })
    return { contact, events: [] }
  }
  const contact = await makeContact(tx, visitor)
  await updateVisitor(tx, visitor.id, { contactId: contact.id })
  return { contact, events: [customerCreated(tx.shopId, contact)] }
}

/** Who writes first from two devices at once is found by the second. */
async function findCustomer(tx: Queries, externalId: string): Promise<VisitorContact | undefined> {
  await takeTurn(tx, { customer: externalId })
  return findContactByPlatformId(tx, externalId)
}

async function makeContact(tx: Queries, visitor: Visitor): Promise<VisitorContact> {
  const now = currentTime()
  const { email, name, phone } = visitor
  const contact: VisitorContact = {
    id: newId(),
    platformId: visitor.externalId,
    type: visitor.externalId !== null ? 'customer' : email !== null ? 'guest' : 'anonymous',
    name,
    ...(name === null ? { firstName: null, lastName: null } : splitName(name)),
    email,
    phone,
    customAttributes: visitor.attributes,
    isRedacted: false,
    isBlocked: false,
  }
  const { isBlocked: _, ...record } = contact
  await saveContacts(tx, [
    {
      ...record,
      emailKey: email === null ? null : emailKey(email),
      emailClaimedAt: email === null ? null : now,
      channels: ['online_store'],
      ipAddress: visitor.ipAddress,
      ...readUserAgent(visitor.userAgent),
      createdAt: now,
      updatedAt: now,
    },
  ])
  return contact
}

function customerCreated(shopId: string, { id: customerId, email, firstName, lastName, phone }: VisitorContact) {
  const unknown = { tags: null, ordersCount: null, totalSpent: null }
  return buildEvent(shopId, 'customer.created', null, { customerId, email, firstName, lastName, phone, ...unknown })
}

/** A new conversation, ready for its first message. What was set before there was one is added to it. */
export async function startConversation(
  tx: Transaction,
  {
    visitor,
    contact,
    settings,
    events,
  }: { visitor: Visitor; contact: VisitorContact; settings: Settings; events: OutboxEvent[] },
): Promise<ConversationChange> {
  const now = currentTime()
  const [number, isOnline] = await Promise.all([takeConversationNumbers(tx, 1), isPresent(tx, 'contact', contact.id)])
  const isChatBot = settings.ai.enabled && settings.ai.channels.includes('online_store')
  const conversation = await insertConversation(tx, {
    id: newId(),
    pgConvoId: String(number),
    datastore: 'postgresql',
    sessionId: visitor.sessionId,
    contactId: contact.id,
    ...customerFields(contact),
    status: 'open',
    channel: 'online_store',
    channels: ['online_store'],
    tags: [],
    isChatBot,
    hasChatBot: isChatBot,
    isRead: false,
    isCustomerRead: true,
    isOnline,
    isBlock: false,
    isStarred: false,
    hasFirstMsg: false,
    isPlayground: false,
    isRedacted: contact.isRedacted,
    hidePreChatMessage: visitor.hidePreChatMessage,
    messageCount: 0,
    lastPosition: '0',
    createdAt: now,
    updatedAt: now,
  })
  if (Object.keys(visitor.conversationAttributes).length > 0) {
    await insertAttributes(tx, conversation.id, visitor.conversationAttributes, now)
    await updateVisitor(tx, visitor.id, { conversationAttributes: {} })
  }
  const change = new ConversationChange(tx, conversation)
  for (const event of events) change.emit(event)
  change.emit(conversationCreated(tx.shopId, conversation))
  return change
}

function conversationCreated(shopId: string, conversation: ConversationRow): OutboxEvent {
  const { id, customerType: type, contactId: customerId, channel, isChatBot } = conversation
  return buildEvent(shopId, 'conversation.created', id, { type, customerId, channel, isChatBot, isFirstMessage: true })
}
