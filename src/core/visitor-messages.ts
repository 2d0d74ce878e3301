import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { type NewContact, saveContacts } from '#storage/contacts.ts'
import { type ConversationRow, insertConversation } from '#storage/conversations.ts'
import type { Queries, Shop, Transaction } from '#storage/database.ts'
import { findMessageByClientId } from '#storage/messages.ts'
import { isPresent } from '#storage/presence.ts'
import { takeConversationNumbers } from '#storage/stores.ts'
import { findThread, findThreadMessage, listThreads, type ThreadRow } from '#storage/threads.ts'
import { findContactByPlatformId, findVisitorContact, type VisitorContact } from '#storage/visitor-contacts.ts'
import { updateVisitor } from '#storage/visitors.ts'
import { insertAttributes } from './attributes.ts'
import { lockForWrite } from './conversations.ts'
import { readUserAgent } from './device.ts'
import { forbidden, invalidParams } from './errors.ts'
import { buildEvent, type OutboxEvent } from './events.ts'
import { claimFiles } from './files.ts'
import { MESSAGE_TEXT_MAX } from './limits.ts'
import { type CustomerMessage, checkText, writeAsCustomer } from './messages.ts'
import { readSettings, type Settings } from './settings.ts'
import { customerFields, renewed, renewedContact, requireLocked, type Visitor } from './visitors.ts'
import { readWidget } from './widget.ts'

export interface VisitorSend {
  /** Made by the browser when the text was written: the same one never makes two messages. */
  clientId: string
  text: string
  /** An earlier conversation that is gone on with; the current one where none is named. */
  conversationId?: string
  files?: string[]
  /** The message it answers. */
  replyTo?: string
  quickReply?: boolean
  /** The campaign that was shown before: its text becomes the thread's first line. */
  campaign?: string
}

export interface Sent {
  conversationId: string
  messageId: string
  /** False: this clientId was sent before. */
  isNew: boolean
}

/**
 * A visitor's message. The first one makes the contact and the conversation, all in one transaction; the tabs of one
 * browser take turns, so that messages sent at once start one conversation.
 */
export async function sendAsVisitor(shop: Shop, visitorId: string, send: VisitorSend): Promise<Sent> {
  const files = send.files ?? []
  if (send.text !== '' || files.length === 0) checkText(send.text, MESSAGE_TEXT_MAX)
  const outcome = await shop.transaction(async (tx) => {
    const visitor = await requireLocked(tx, visitorId)
    const { contactId } = visitor
    // Asked together, in one round trip: this is what nearly every message needs.
    const [before, settings, known, threads] = await Promise.all([
      findMessageByClientId(tx, send.clientId),
      readSettings(tx),
      contactId === null ? undefined : findVisitorContact(tx, contactId),
      contactId === null ? [] : listThreads(tx, contactId, { since: visitor.resetAt, limit: 1 }),
    ])
    if (before) return { ...(await sentBefore(tx, visitor, before)), isFirst: false, contactId: visitor.contactId }
    const { contact, events } = known ? { contact: known, events: [] } : await findOrMakeContact(tx, visitor)
    if (contact.isBlocked) throw forbidden('You cannot write to this store.')
    if (threads.length === 0) requireForm(visitor, settings)
    const current = await findConversation(tx, contact.id, visitor, send.conversationId, settings, known && threads)
    const { conversation, move } = current
      ? await lockForWrite(tx, current)
      : { conversation: await startConversation(tx, visitor, contact, settings), move: {} }
    if (!current) events.push(conversationCreated(tx, conversation))
    const message = await buildMessage(tx, visitor, conversation, send)
    const opening = current || send.campaign === undefined ? null : findCampaign(settings, send.campaign)
    if (!current || visitor.contactId !== contact.id) renewed(tx, visitor.id)
    const written = await writeAsCustomer(tx, conversation, { move, settings, message, opening, events })
    const messageId = (JSON.parse(written.wire) as { id: string }).id
    return { conversationId: conversation.id, messageId, isNew: true, isFirst: !current, contactId: contact.id }
  })
  const { isFirst, contactId, ...sent } = outcome
  if (isFirst && contactId !== null) await renewedContact(shop, contactId, visitorId)
  return sent
}

/** Who has no conversation yet fills in the form first, where the store requires one. */
function requireForm({ preChatDone }: Visitor, { widget }: Settings): void {
  if (preChatDone || readWidget(widget).preChat.mode !== 'required') return
  throw invalidParams('This store asks for its form before the first message: submit it (/storefront/prechat).')
}

async function sentBefore(
  tx: Queries,
  visitor: Visitor,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<Sent> {
  const thread = await findThread(tx, conversationId)
  if (!thread || thread.contactId === null || thread.contactId !== visitor.contactId) {
    throw invalidParams('clientId is taken; make a new UUID for each message.')
  }
  return { conversationId, messageId: id, isNew: false }
}

/** The conversation a message goes to; undefined where it starts a new one. */
async function findConversation(
  tx: Queries,
  contactId: string,
  visitor: Visitor,
  named: string | undefined,
  settings: Settings,
  threads: ThreadRow[] | undefined,
): Promise<string | undefined> {
  if (named !== undefined) {
    const thread = await findThread(tx, named)
    if (thread?.contactId !== contactId || thread.isPlayground) {
      throw invalidParams('conversationId is none of your conversations.')
    }
    return thread.id
  }
  const [newest] = threads ?? (await listThreads(tx, contactId, { since: visitor.resetAt, limit: 1 }))
  // What stays resolved is not written into: the customer would wait for an answer that nobody is asked for.
  if (newest?.status === 'resolved' && !settings.reopenOnCustomerMessage) return undefined
  return newest?.id
}

async function findOrMakeContact(
  tx: Queries,
  visitor: Visitor,
): Promise<{ contact: VisitorContact; events: OutboxEvent[] }> {
  // New contacts of a store are made one after the other (its counters' row), so that a customer who writes first from
  // two devices at once is found by the second.
  await takeConversationNumbers(tx, 0)
  const other = visitor.externalId === null ? undefined : await findContactByPlatformId(tx, visitor.externalId)
  if (other) {
    await updateVisitor(tx, visitor.id, { contactId: other.id })
    return { contact: other, events: [] }
  }
  const now = currentTime()
  const contact: NewContact & { emailKey: string | null } = {
    id: newId(),
    platformId: visitor.externalId,
    type: visitor.externalId !== null ? 'customer' : visitor.email !== null ? 'guest' : 'anonymous',
    name: visitor.name,
    email: visitor.email,
    emailKey: visitor.email === null ? null : emailKey(visitor.email),
    phone: visitor.phone,
    channels: ['online_store'],
    customAttributes: visitor.attributes,
    ipAddress: visitor.ipAddress,
    ...readUserAgent(visitor.userAgent),
    isRedacted: false,
    createdAt: now,
    updatedAt: now,
  }
  await saveContacts(tx, [contact])
  await updateVisitor(tx, visitor.id, { contactId: contact.id })
  const created = buildEvent(tx.shopId, 'customer.created', null, {
    customerId: contact.id,
    email: visitor.email,
    firstName: null,
    lastName: null,
    phone: visitor.phone,
    tags: null,
    ordersCount: null,
    totalSpent: null,
  })
  return { contact: (await findVisitorContact(tx, contact.id)) as VisitorContact, events: [created] }
}

/** What was told before there was a conversation goes with it. */
async function startConversation(
  tx: Transaction,
  visitor: Visitor,
  contact: VisitorContact,
  settings: Settings,
): Promise<ConversationRow> {
  const now = currentTime()
  const conversation = await insertConversation(tx, {
    id: newId(),
    pgConvoId: String(await takeConversationNumbers(tx, 1)),
    datastore: 'postgresql',
    sessionId: visitor.sessionId,
    contactId: contact.id,
    ...customerFields(contact),
    status: 'open',
    channel: 'online_store',
    channels: ['online_store'],
    tags: [],
    isChatBot: settings.ai.enabled,
    hasChatBot: settings.ai.enabled,
    isRead: false,
    isCustomerRead: true,
    isOnline: await isPresent(tx, 'contact', contact.id),
    isBlock: false,
    isStarred: false,
    hasFirstMsg: false,
    isPlayground: false,
    isRedacted: contact.isRedacted,
    hidePreChatMessage: visitor.hidePreChatMessage,
    messageCount: 0,
    lastPosition: 0,
    createdAt: now,
    updatedAt: now,
  })
  if (Object.keys(visitor.conversationAttributes).length > 0) {
    await insertAttributes(tx, conversation.id, visitor.conversationAttributes, now)
    await updateVisitor(tx, visitor.id, { conversationAttributes: {} })
  }
  return conversation
}

function conversationCreated(tx: Queries, conversation: ConversationRow): OutboxEvent {
  return buildEvent(tx.shopId, 'conversation.created', conversation.id, {
    type: conversation.customerType,
    customerId: conversation.contactId,
    channel: conversation.channel,
    isChatBot: conversation.isChatBot,
    isFirstMessage: true,
  })
}

async function buildMessage(
  tx: Queries,
  visitor: Visitor,
  conversation: ConversationRow,
  send: VisitorSend,
): Promise<CustomerMessage> {
  const files = await claimFiles(tx, send.files ?? [], { conversationId: conversation.id, visitorId: visitor.id })
  return {
    text: send.text,
    clientId: send.clientId,
    isQuickReplyMsg: send.quickReply ?? false,
    contentType: files.length > 0 ? 'file' : 'text',
    files,
    replyMessage: send.replyTo === undefined ? null : await quote(tx, conversation.id, send.replyTo),
  }
}

/** What is kept of a message that another one answers: enough to show, whatever becomes of it. */
async function quote(tx: Queries, conversationId: string, messageId: string): Promise<object> {
  const message = await findThreadMessage(tx, conversationId, messageId)
  if (!message || message.isNote || message.isDeleted)
    throw invalidParams('replyTo is no message of this conversation.')
  const { id, text, senderType, senderName } = message
  return { id, text: text.slice(0, 300).toWellFormed(), senderType, senderName }
}

function findCampaign(settings: Settings, key: string): { text: string; senderName: string } | null {
  const { campaigns } = readWidget(settings.widget)
  const campaign = campaigns.find((one) => one.key === key)
  return campaign ? { text: campaign.text, senderName: campaign.senderName ?? CAMPAIGN_SENDER } : null
}

/** Who is shown for a campaign that names nobody. */
const CAMPAIGN_SENDER = 'Store'
