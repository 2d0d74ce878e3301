import { newId } from '#base/ids.ts'
import { touchContact } from '#storage/contacts.ts'
import type { ConversationPatch, ConversationRow, Datastore } from '#storage/conversations.ts'
import type { Transaction } from '#storage/database.ts'
import { countVisibleMessages, insertMessage, type MessageRow, type NewMessage } from '#storage/messages.ts'
import { saveConversation } from './conversations.ts'
import { appendEvents, buildEvent, type OutboxEvent } from './events.ts'

/** What every act that writes into a conversation shares: positions, senders, events, and the last step. */

export interface MessageView extends MessageRow {
  source: Datastore
}

/** Who is shown for lines that no person wrote, and for a customer who gave no name. */
export const SYSTEM_NAME = 'System'
export const AGENT_NAME = 'AI agent'
export const VISITOR_NAME = 'Visitor'

type Sender = Pick<NewMessage, 'senderType' | 'senderName' | 'memberId' | 'isAdmin' | 'text'> & Partial<NewMessage>
export type Thread = ReturnType<typeof openThread>

/** Gives each new message of a conversation the next position. The caller holds the conversation. */
export function openThread(conversation: ConversationRow, now: Date) {
  let position = BigInt(conversation.lastPosition)
  const message = (sender: Sender): NewMessage => ({
    id: newId(),
    position: String(++position),
    isAutomated: false,
    isBot: false,
    isNote: false,
    isFirst: !conversation.hasFirstMsg && !sender.isNote && !sender.isTransfer,
    isTransfer: false,
    createdAt: now,
    ...sender,
  })
  return {
    message,
    transferLine: (text: string): NewMessage =>
      message({
        senderType: 'system',
        senderName: SYSTEM_NAME,
        memberId: null,
        isAdmin: true,
        isAutomated: true,
        isTransfer: true,
        text,
      }),
    /** A line of the store's that no person wrote, which the customer sees. */
    automatedLine: (line: { text: string; senderName: string }): NewMessage =>
      message({ senderType: 'system', memberId: null, isAdmin: true, isAutomated: true, isFirst: false, ...line }),
    lastPosition: () => String(position),
  }
}

/** The AI agent as a sender. */
export function fromAgent() {
  return { senderType: 'bot' as const, senderName: AGENT_NAME, memberId: null, isAdmin: true, isBot: true }
}

export interface Writing {
  /** Lines that stand before the message. */
  before?: NewMessage[]
  message: NewMessage
  patch: Partial<ConversationPatch>
  thread: Thread
  events: OutboxEvent[]
  now: Date
}

/** The last step of each post: message, conversation and events leave together and stand or fall together. */
export async function write(tx: Transaction, conversation: ConversationRow, writing: Writing): Promise<MessageView> {
  const { message, patch, thread, now } = writing
  const visible = [...(writing.before ?? []), message].filter(({ isNote, isTransfer }) => !isNote && !isTransfer).length
  if (!message.isNote) {
    patch.messageCount = (conversation.messageCount ?? (await countVisibleMessages(tx, conversation.id))) + visible
    patch.lastMessage = { text: previewOf(message), senderType: message.senderType, createdAt: now }
    patch.lastActive = now
    if (!conversation.hasFirstMsg) patch.hasFirstMsg = true
  }
  patch.lastPosition = thread.lastPosition()
  const [row] = await tx.last(() =>
    Promise.all([
      insertMessage(tx, conversation.id, message),
      saveConversation(tx, conversation, patch, now),
      appendEvents(tx, writing.events),
      ...(writing.before ?? []).map((line) => insertMessage(tx, conversation.id, line)),
      message.senderType === 'customer' && conversation.contactId && touchContact(tx, conversation.contactId, now),
    ]),
  )
  return { ...row, source: 'postgresql' }
}

/** What lists show of a message: its text, or the name of its first file. */
function previewOf({ text, files }: NewMessage): string {
  return text || (files as { name: string }[] | undefined)?.[0]?.name || ''
}

export function messageCreated(shopId: string, conversationId: string, message: NewMessage): OutboxEvent {
  return buildEvent(shopId, 'message.created', conversationId, {
    messageId: message.id,
    text: message.text,
    senderType: message.senderType,
    memberId: message.memberId,
    createdAt: message.createdAt.toISOString(),
  })
}

export function assigned(shopId: string, conversation: ConversationRow, memberId: string): OutboxEvent {
  return buildEvent(shopId, 'conversation.assigned', conversation.id, {
    memberId,
    previousMemberId: conversation.memberId,
  })
}
