import { type Static, Type } from 'typebox'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { checkLength } from '#core/checks.ts'
import { browsingSession } from '#core/conversations/conversations.ts'
import { firstReplyBy } from '#core/conversations/sender-fields.ts'
import { distinctTags } from '#core/conversations/tags.ts'
import type { Queries } from '#database/database.ts'
import { type ImportContext, readImportContext, replaceConversation } from '#storage/import/conversation.ts'
import { raiseConversationNumber, takeConversationNumbers } from '#storage/stores/stores.ts'
import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX, NOTE_TEXT_MAX, TAG_MAX } from '../limits.ts'
import { channel, checkUnique, contactType, email, flag, id, int32, list, maybe, text, time, words } from './fields.ts'
import { importKind, rejected } from './kind.ts'
import { Message, type PreparedMessage, prepareMessages } from './messages.ts'

const senderType = Type.Enum(['customer', 'agent', 'bot', 'system'])
const Note = Type.Object({
  id: Type.Optional(id),
  text: words,
  isUpdated: Type.Optional(flag),
  createdAt: Type.Optional(text),
  updatedAt: Type.Optional(text),
})
const Attribute = Type.Object({
  id: Type.Optional(id),
  name: words,
  value: text,
  createdAt: Type.Optional(text),
  updatedAt: Type.Optional(text),
})

const Conversation = Type.Object({
  id: Type.Optional(id),
  firestoreId: maybe(id),
  pgConvoId: maybe(
    Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^(0|[1-9]\\d{0,15})$', examples: ['4711'] })]),
  ),
  datastore: Type.Optional(Type.Enum(['postgresql', 'firestore'])),
  sessionId: maybe(id),
  customerUuid: maybe(id),
  customerName: maybe(words),
  customerEmail: maybe(email),
  customerType: Type.Optional(contactType),
  status: Type.Optional(Type.Enum(['open', 'resolved'])),
  channel,
  channels: list(channel),
  tags: list(text),
  memberId: maybe(id),
  isChatBot: Type.Optional(flag),
  hasChatBot: Type.Optional(flag),
  isRead: Type.Optional(flag),
  isCustomerRead: Type.Optional(flag),
  isOnline: Type.Optional(flag),
  isBlock: Type.Optional(flag),
  isStarred: Type.Optional(flag),
  hasFirstMsg: Type.Optional(flag),
  isPlayground: Type.Optional(flag),
  hidePreChatMessage: Type.Optional(Type.Enum(['', 'by-user', 'by-admin'])),
  messageCount: maybe(int32),
  lastMessage: maybe(Type.Object({ text, senderType, createdAt: text })),
  lastActive: maybe(text),
  createdAt: maybe(text),
  updatedAt: maybe(text),
  messages: list(Message),
  notes: list(Note),
  attributes: list(Attribute),
  browsedPages: list(Type.Object({ url: text, title: Type.Optional(text), viewedAt: text })),
  summary: maybe(Type.Object({ text: words, createdAt: Type.Optional(text), updatedAt: Type.Optional(text) })),
})
type Conversation = Static<typeof Conversation>

/** A conversation with its messages, notes, attributes, browsed pages and summary (spec C5.10). */
export const conversationKind = importKind(
  Conversation,
  saveConversation,
  ({ id: conversationId, customerUuid, tags }) => ({
    contacts: [customerUuid],
    conversations: [conversationId],
    tags: readTags(tags ?? []),
  }),
)

async function saveConversation(tx: Queries, data: Conversation): Promise<void> {
  const conversationId = data.id ?? newId()
  const sent = data.messages ?? []
  const context = await readImportContext(tx, {
    id: conversationId,
    contactId: data.customerUuid ?? null,
    memberIds: [...new Set([data, ...sent].flatMap(({ memberId }) => memberId ?? []))],
    messageIds: sent.map((message) => String(message.id ?? '')).filter((messageId) => !/^\d*$/.test(messageId)),
  })
  if (data.customerUuid && !context.contact) throw rejected('customerUuid is not a contact of this store.')
  // Messages may name former members: messages are history, an assignment is about now.
  if (data.memberId && !context.memberNames.has(data.memberId)) {
    throw rejected('memberId is not a member of this store.')
  }
  if (context.takenMessageIds.length > 0) {
    throw rejected(`The message id ${context.takenMessageIds[0]} is already used by another conversation.`)
  }
  const customer = deriveCustomer(data, context)
  const messages = prepareMessages(sent, {
    conversationId,
    customerName: customer.customerName,
    memberNames: context.memberNames,
  })
  await replaceConversation(
    tx,
    {
      conversation: {
        ...data,
        ...customer,
        ...deriveFromMessages(data, messages),
        ...readTimes(data),
        id: conversationId,
        pgConvoId: await chooseNumber(tx, data, context),
        datastore: data.datastore ?? 'postgresql',
        contactId: context.contact?.id ?? null,
        status: data.status ?? 'open',
        channels: data.channels ?? [data.channel],
        tags: readTags(data.tags ?? []),
        hidePreChatMessage: data.hidePreChatMessage ?? '',
        lastPosition: messages.length,
        ...readFlags(data),
        isOnline: context.isOnline, // whatever it was elsewhere
      },
      messages,
      notes: readNotes(data, conversationId),
      attributes: readAttributes(data, conversationId),
      browsedPages: readPages(data, conversationId),
      summary: readSummary(data),
    },
    context.known && { sessionId: browsingSession({ id: conversationId, sessionId: context.known.sessionId }) },
  )
}

/** The customer's name, address and type: as passed, otherwise the contact's. */
function deriveCustomer(data: Conversation, { contact }: ImportContext) {
  const customerEmail = data.customerEmail === undefined ? (contact?.email ?? null) : data.customerEmail
  return {
    customerName: data.customerName === undefined ? (contact?.name ?? null) : data.customerName,
    customerEmail,
    emailKey: customerEmail === null ? null : emailKey(customerEmail),
    customerType: data.customerType ?? contact?.type ?? 'anonymous',
    isRedacted: contact?.isRedacted ?? false,
  }
}

/** Derives the fields that follow from messages: as passed (null included), otherwise counted from visible messages. */
function deriveFromMessages(data: Conversation, messages: PreparedMessage[]) {
  const visible = messages.filter((message) => !message.isNote && !message.isDeleted && !message.isTransfer)
  const last = visible.at(-1)
  const fromCustomer = visible.filter((message) => message.senderType === 'customer').at(-1)
  return {
    messageCount: data.messageCount === undefined ? visible.length : data.messageCount,
    lastMessage: readLastMessage(data, last),
    lastActive: data.lastActive === undefined ? (last?.createdAt ?? null) : time(data.lastActive, 'lastActive'),
    hasFirstMsg: data.hasFirstMsg ?? last !== undefined,
    lastCustomerAt: fromCustomer?.createdAt ?? null,
    firstReplyBy: firstReplyBy(messages),
  }
}

function readLastMessage({ lastMessage }: Conversation, last: PreparedMessage | undefined) {
  if (lastMessage === null) return null
  if (lastMessage) {
    const { text, senderType, createdAt } = lastMessage
    return { text, senderType, createdAt: time(createdAt, 'lastMessage.createdAt') }
  }
  return last ? { text: last.text, senderType: last.senderType, createdAt: last.createdAt } : null
}

/** The number in the newer datastore: as passed, otherwise the current one, otherwise a new one; none in the older datastore. */
async function chooseNumber(tx: Queries, data: Conversation, { known }: ImportContext): Promise<string | null> {
  if (data.pgConvoId !== undefined && data.pgConvoId !== null) {
    const number = BigInt(data.pgConvoId)
    if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw rejected('pgConvoId is larger than 9007199254740991.')
    await raiseConversationNumber(tx, number)
    return String(number)
  }
  if (data.datastore === 'firestore') return null
  return known?.pgConvoId ?? String(await takeConversationNumbers(tx, 1))
}

function readTimes(data: Conversation) {
  const createdAt = data.createdAt === undefined ? currentTime() : time(data.createdAt, 'createdAt')
  return { createdAt, updatedAt: data.updatedAt === undefined ? createdAt : time(data.updatedAt, 'updatedAt') }
}

const FLAGS = ['isChatBot', 'hasChatBot', 'isRead', 'isCustomerRead', 'isBlock', 'isStarred', 'isPlayground'] as const

function readFlags(data: Conversation) {
  return Object.fromEntries(FLAGS.map((name) => [name, data[name] ?? false]))
}

function readTags(given: string[]): string[] {
  const tags = distinctTags(given)
  for (const tag of tags) checkLength(tag, TAG_MAX, 'A tag')
  return tags
}

function readNotes(data: Conversation, conversationId: string) {
  const notes = (data.notes ?? []).map((note) => {
    checkLength(note.text, NOTE_TEXT_MAX, 'A note')
    const createdAt = time(note.createdAt, 'notes.createdAt') ?? currentTime()
    const updatedAt = time(note.updatedAt, 'notes.updatedAt') ?? createdAt
    return {
      conversationId,
      id: note.id ?? newId(),
      text: note.text,
      isUpdated: note.isUpdated ?? false,
      createdAt,
      updatedAt,
    }
  })
  checkUnique(
    notes.map((note) => note.id),
    'The ids of the notes',
  )
  return notes
}

function readAttributes(data: Conversation, conversationId: string) {
  const attributes = (data.attributes ?? []).map((attribute) => {
    checkLength(attribute.name, ATTRIBUTE_NAME_MAX, "An attribute's name")
    checkLength(attribute.value, ATTRIBUTE_VALUE_MAX, "An attribute's value")
    const createdAt = time(attribute.createdAt, 'attributes.createdAt') ?? currentTime()
    const updatedAt = time(attribute.updatedAt, 'attributes.updatedAt') ?? createdAt
    return {
      conversationId,
      id: attribute.id ?? newId(),
      name: attribute.name,
      value: attribute.value,
      createdAt,
      updatedAt,
    }
  })
  checkUnique(
    attributes.map((attribute) => attribute.id),
    'The ids of the attributes',
  )
  checkUnique(
    attributes.map((attribute) => attribute.name),
    'The names of the attributes',
  )
  return attributes
}

function readPages(data: Conversation, conversationId: string) {
  if (!data.browsedPages) return null
  const sessionId = browsingSession({ id: conversationId, sessionId: data.sessionId ?? null })
  const pages = data.browsedPages.map((page) => ({
    sessionId,
    id: newId(),
    url: page.url,
    title: page.title ?? '',
    viewedAt: time(page.viewedAt, 'browsedPages.viewedAt'),
  }))
  return { sessionId, pages }
}

function readSummary({ summary }: Conversation) {
  if (!summary) return null
  const createdAt = time(summary.createdAt, 'summary.createdAt') ?? currentTime()
  return { text: summary.text, createdAt, updatedAt: time(summary.updatedAt, 'summary.updatedAt') ?? createdAt }
}
