import { currentTime } from '#base/clock.ts'
import { codePoints, hasText } from '#base/text.ts'
import { type Channel, whyUnreachable } from '#channels/availability.ts'
import { findContact } from '#storage/contacts.ts'
import type { ConversationPatch, ConversationRow, Datastore } from '#storage/conversations.ts'
import type { Queries, Transaction } from '#storage/database.ts'
import { findMember } from '#storage/members.ts'
import { findByClientId, findMessage, isMessageCursor, listMessages, type NewMessage } from '#storage/messages.ts'
import type { WirePage } from '#storage/wire-page.ts'
import type { Caller } from './caller.ts'
import { lockForWrite, requireConversation, requireCursor } from './conversations.ts'
import { channelUnavailable, invalidParams, notFound } from './errors.ts'
import { buildEvent, type OutboxEvent } from './events.ts'
import { claimFiles } from './files.ts'
import { MESSAGE_TEXT_MAX, MESSAGING_WINDOW_MS } from './limits.ts'
import { type Member, requireActive, requireActiveMember } from './members.ts'
import { readSettings, type Settings } from './settings.ts'
import { assigned, fromAgent, type MessageView, messageCreated, openThread, VISITOR_NAME, write } from './thread.ts'

export async function listConversationMessages(
  caller: Caller,
  id: string,
  page: { limit: number; cursor: string | null; order: 'asc' | 'desc' },
): Promise<WirePage & { source: Datastore }> {
  const conversation = await requireConversation(caller.shop, id)
  requireCursor(page.cursor, isMessageCursor)
  return { ...(await listMessages(caller.shop, conversation.id, page)), source: conversation.datastore }
}

/** One message by UUID or number; deleted ones are shown with isDeleted true (spec 2.3). */
export async function getMessage(caller: Caller, id: string, messageId: string): Promise<MessageView> {
  const conversation = await requireConversation(caller.shop, id)
  const message = await findMessage(caller.shop, conversation.id, messageId)
  if (!message) throw notFound('Message')
  return { ...message, source: conversation.datastore }
}

/** A text nobody may leave empty, of at most `max` characters. */
export function checkText(text: string, max: number, name = 'text'): void {
  if (!hasText(text)) throw invalidParams(`${name} must not be empty.`)
  const length = codePoints(text)
  if (length > max) throw invalidParams(`${name} has ${length} characters; at most ${max} are allowed.`)
}

/**
 * A member's reply (spec 4.2). An AI agent that holds the conversation hands over, leaving a transfer line before the
 * reply; with auto-assign on, the replying member gets the conversation. CHANNEL_UNAVAILABLE when the conversation's
 * channel cannot deliver now. A `clientId` that was sent before makes no second message.
 */
export function postReply(
  caller: Caller,
  id: string,
  message: MemberWords & { memberId: string },
): Promise<MessageView> {
  return caller.shop.transaction(async (tx) => {
    const [{ conversation, move }, settings, found] = await Promise.all([
      lockForWrite(tx, id),
      readSettings(tx),
      findMember(tx, message.memberId),
    ])
    const sent = await findSent(tx, conversation.id, message.clientId)
    if (sent) return sent
    const now = currentTime()
    checkWords(message)
    const member = requireActive(found)
    await requireChannel(tx, conversation, now)
    if (message.files?.length && conversation.channel !== 'online_store') {
      throw invalidParams('files can be sent in the online store’s chat only.')
    }
    const files = await takeFiles(tx, conversation.id, member.id, message)

    const thread = openThread(conversation, now)
    const patch: Partial<ConversationPatch> = { ...move, isRead: true, isCustomerRead: false }
    const before: NewMessage[] = []
    if (conversation.isChatBot) {
      before.push(thread.transferLine(`${member.fullName} took over from the AI agent.`))
      patch.isChatBot = false
    }
    const reply = thread.message({ ...fromMember(member), text: message.text, ...named(message), ...files })
    const events = [messageCreated(tx.shopId, conversation.id, reply)]
    if (settings.autoAssign && conversation.memberId !== member.id) {
      patch.memberId = member.id
      events.push(assigned(tx.shopId, conversation, member.id))
    }
    return write(tx, conversation, { before, message: reply, patch, thread, events, now })
  })
}

/** A bot reply: the AI agent's own, or an assistant's in its name. */
export function postBotReply(caller: Caller, id: string, text: string): Promise<MessageView> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    checkText(text, MESSAGE_TEXT_MAX)
    await requireChannel(tx, conversation, now)
    const thread = openThread(conversation, now)
    const reply = thread.message({ ...fromAgent(), text })
    const patch: Partial<ConversationPatch> = { ...move, hasChatBot: true, isCustomerRead: false }
    return write(tx, conversation, {
      message: reply,
      patch,
      thread,
      events: [messageCreated(tx.shopId, conversation.id, reply)],
      now,
    })
  })
}

/** The customer's own words. A resolved conversation reopens, where the store wants that. */
export function postAsCustomer(caller: Caller, id: string, text: string): Promise<MessageView> {
  return caller.shop.transaction(async (tx) => {
    const [{ conversation, move }, settings] = await Promise.all([lockForWrite(tx, id), readSettings(tx)])
    checkText(text, MESSAGE_TEXT_MAX)
    return writeAsCustomer(tx, conversation, { move, settings, message: { text } })
  })
}

/** What a customer's message may hold; the text was checked. */
export type CustomerMessage = Pick<NewMessage, 'text'> &
  Partial<Pick<NewMessage, 'isQuickReplyMsg' | 'contentType' | 'files' | 'replyMessage' | 'clientId'>>

/**
 * The rule for every door a customer's words come through. `opening` is a line that the widget showed before them;
 * `events` come before the message's own.
 */
export function writeAsCustomer(
  tx: Transaction,
  conversation: ConversationRow,
  given: {
    move: Partial<ConversationPatch>
    settings: Settings
    message: CustomerMessage
    opening?: { text: string; senderName: string } | null
    events?: OutboxEvent[]
  },
): Promise<MessageView> {
  const now = currentTime()
  const thread = openThread(conversation, now)
  const before = given.opening ? [thread.automatedLine(given.opening)] : []
  const senderName = conversation.customerName ?? conversation.customerEmail ?? VISITOR_NAME
  const message = thread.message({
    senderType: 'customer',
    senderName,
    memberId: null,
    isAdmin: false,
    isAskBotMessage: given.message.clientId !== undefined && conversation.isChatBot,
    ...given.message,
  })
  const patch: Partial<ConversationPatch> = { ...given.move, isRead: false, isCustomerRead: true, lastCustomerAt: now }
  const events = [...(given.events ?? []), messageCreated(tx.shopId, conversation.id, message)]
  if (conversation.status === 'resolved' && given.settings.reopenOnCustomerMessage) {
    patch.status = 'open'
    events.push(
      buildEvent(tx.shopId, 'conversation.state_changed', conversation.id, {
        status: 'open',
        previousStatus: 'resolved',
      }),
    )
  }
  return write(tx, conversation, { before, message, patch, thread, events, now })
}

/**
 * An internal note: never delivered, accepted on any channel and in any state, tells no webhook (spec 4.2, rule 2).
 * A member's note marks the conversation read; one by the AI agent (memberId null) leaves that alone.
 */
export function postNote(
  caller: Caller,
  id: string,
  note: MemberWords & { memberId: string | null },
): Promise<MessageView> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const sent = await findSent(tx, conversation.id, note.clientId)
    if (sent) return sent
    const now = currentTime()
    checkWords(note)
    const author = note.memberId === null ? fromAgent() : fromMember(await requireActiveMember(tx, note.memberId))
    const thread = openThread(conversation, now)
    const files = await takeFiles(tx, conversation.id, note.memberId, note)
    const message = thread.message({ ...author, text: note.text, isNote: true, ...named(note), ...files })
    const patch = note.memberId === null ? move : { ...move, isRead: true }
    return write(tx, conversation, { message, patch, thread, events: [], now })
  })
}

/** What a browser sent before under the same name: whoever got no answer may send again. */
async function findSent(tx: Queries, conversationId: string, clientId?: string): Promise<MessageView | null> {
  const sent = clientId === undefined ? undefined : await findByClientId(tx, clientId)
  if (!sent) return null
  if (sent.conversationId !== conversationId) throw invalidParams('clientId is taken: make a new one for each message.')
  return { ...sent, source: 'postgresql' }
}

/** What a member says. Where files go along, words may be missing. */
export interface MemberWords {
  text: string
  clientId?: string
  /** Ids of files that this member sent before. */
  files?: string[]
}

function checkWords({ text, files = [] }: MemberWords): void {
  if (text !== '' || files.length === 0) checkText(text, MESSAGE_TEXT_MAX)
}

async function takeFiles(
  tx: Queries,
  conversationId: string,
  memberId: string | null,
  { files: ids = [] }: MemberWords,
): Promise<Partial<NewMessage>> {
  const files = await claimFiles(tx, ids, { conversationId, memberId })
  return files.length > 0 ? { files, contentType: 'file' } : {}
}

function named({ clientId }: { clientId?: string }): { clientId?: string } {
  return clientId === undefined ? {} : { clientId }
}

function fromMember(member: Member) {
  return { senderType: 'agent' as const, senderName: member.fullName, memberId: member.id, isAdmin: true }
}

async function requireChannel(tx: Queries, conversation: ConversationRow, now: Date): Promise<void> {
  const needsContact =
    conversation.channel === 'email' && !conversation.customerEmail && conversation.contactId !== null
  const contact = needsContact ? await findContact(tx, conversation.contactId as string) : undefined
  const reason = whyUnreachable({
    channel: conversation.channel as Channel,
    hasContact: conversation.contactId !== null,
    email: conversation.customerEmail || contact?.email || null,
    lastCustomerAt: conversation.lastCustomerAt,
    now,
    windowMs: MESSAGING_WINDOW_MS,
  })
  if (reason) throw channelUnavailable(reason)
}
