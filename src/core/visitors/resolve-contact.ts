import { currentTime } from '#base/clock.ts'
import { readUserAgent } from '#base/user-agent.ts'
import { createContact, customerOf } from '#core/contacts/create-contact.ts'
import { insertAttributes } from '#core/conversations/attributes.ts'
import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { insertFor, openNew } from '#core/conversations/create-conversation.ts'
import type { Settings } from '#core/stores/settings.ts'
import type { OutboxEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile, type Queries, type Transaction } from '#database/database.ts'
import { findContactByPlatformId, lockVisitorContacts, type VisitorContact } from '#storage/contacts/contact-changes.ts'
import { takeTurn } from '#storage/locks.ts'
import { updateVisitor } from '#storage/visitors/visitors.ts'
import type { Visitor } from './visitors.ts'

/**
 * The contact that a visitor's message comes from, locked: theirs, which is so already, the customer that they were
 * identified as, or a new one.
 */
export async function resolveContact(
  tx: Queries,
  visitor: Visitor,
  known: VisitorContact | null,
): Promise<{ contact: VisitorContact; events: OutboxEvent[] }> {
  if (known) return { contact: known, events: [] }
  const other = visitor.externalId === null ? undefined : await findCustomer(tx, visitor.externalId)
  if (other) {
    const [contact] = await lockVisitorContacts(tx, [other.id])
    if (contact?.platformId !== other.platformId) throw new ChangedMeanwhile()
    await updateVisitor(tx, visitor.id, { contactId: other.id })
    return { contact, events: [] }
  }
  const { contact, created } = await makeContact(tx, visitor)
  await updateVisitor(tx, visitor.id, { contactId: contact.id })
  return { contact, events: [created] }
}

/** Finds a customer whose first message arrives from two devices at the same time. */
async function findCustomer(tx: Queries, externalId: string): Promise<VisitorContact | undefined> {
  await takeTurn(tx, { customer: externalId })
  return findContactByPlatformId(tx, externalId)
}

async function makeContact(tx: Queries, visitor: Visitor): Promise<{ contact: VisitorContact; created: OutboxEvent }> {
  const { externalId, email, name, phone, attributes, ipAddress } = visitor
  const type = externalId !== null ? 'customer' : email !== null ? 'guest' : 'anonymous'
  return createContact(
    tx,
    { platformId: externalId, type, name, email, phone, customAttributes: attributes },
    { channel: 'online_store', emailIsClaimed: true, ipAddress, ...readUserAgent(visitor.userAgent) },
  )
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
  const conversation = await insertFor(tx, customerOf(contact), settings, {
    channel: 'online_store',
    sessionId: visitor.sessionId,
    hidePreChatMessage: visitor.hidePreChatMessage,
  })
  if (Object.keys(visitor.conversationAttributes).length > 0) {
    await insertAttributes(tx, conversation.id, visitor.conversationAttributes, currentTime())
    await updateVisitor(tx, visitor.id, { conversationAttributes: {} })
  }
  return openNew(tx, conversation, settings, events)
}
