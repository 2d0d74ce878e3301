import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile } from '#database/database.ts'
import { lockContactOf } from '#storage/conversations/conversations.ts'
import type { NewMessage, StoredMessage } from '#storage/conversations/messages.ts'
import { watchForMissedAnswer } from '#storage/mail/missed-news.ts'
import { queuePushes } from '#storage/push/pushes.ts'
import { holdScheduled } from '#storage/scheduled/scheduled-replies.ts'
import { scheduleAnswer } from './ai-turns.ts'
import { type ConversationChange, openChange, requireGoingOn, whereItGoesOn } from './change.ts'
import type { MessageView } from './messages.ts'
import { fromCustomer, VISITOR_NAME } from './senders.ts'
import { changeStatus, NOT_SNOOZED } from './state.ts'

/** The customer's own words, relayed by an integration. A resolved conversation reopens, where the store wants that. */
export function postAsCustomer(caller: Caller, named: string, text: string): Promise<MessageView> {
  return whereItGoesOn(named, (id) => relay(caller, id, text))
}

async function relay(caller: Caller, id: string, text: string): Promise<MessageView> {
  const messages = await caller.shop.transaction(async (tx) => {
    const [contactId, change] = await Promise.all([lockContactOf(tx, id), openChange(tx, id)])
    if (change.conversation.contactId !== contactId) throw new ChangedMeanwhile()
    checkText(text, MESSAGE_TEXT_MAX)
    writeAsCustomer(change, { text })
    return (await change.save('last')).messages
  })
  return { ...(messages.at(-1) as StoredMessage), source: 'postgresql' }
}

/** What a customer's message may hold; the text was checked. */
export type CustomerMessage = Pick<NewMessage, 'text'> &
  Partial<Pick<NewMessage, 'isQuickReplyMsg' | 'contentType' | 'files' | 'replyMessage' | 'clientId'>>

/** How a message came, where that is not by the customer's own browser a moment ago. */
export interface Arrival {
  /** Who wrote it, where that is somebody else than the conversation's customer. */
  name?: string | undefined
  /** When the customer sent it; the channel's window counts from then. */
  sentAt?: Date
  /** False for what nobody wrote by hand: the AI agent does not answer it. */
  wakesAgent?: boolean
  /** Its writer has proved to be the conversation's customer: by `identify` with a hash (contract, section 8). */
  isProven?: boolean
}

/**
 * The rule for every door that a customer's words come through (contract, section 6). Their contact was locked before
 * the conversation was opened.
 */
export function writeAsCustomer(
  change: ConversationChange,
  message: CustomerMessage,
  { name, sentAt, wakesAgent = true, isProven = false }: Arrival = {},
): NewMessage {
  requireGoingOn(change)
  const { tx, conversation, now, settings } = change
  const customer = conversation.customerName ?? conversation.customerEmail ?? VISITOR_NAME
  const isToAgent = conversation.isChatBot && wakesAgent
  const written = change.write({ ...fromCustomer(name ?? customer), ...message, isAskBotMessage: isToAgent })
  const lastCustomerAt = latest(conversation.lastCustomerAt, sentAt && sentAt < now ? sentAt : now)
  change.set({ isRead: false, isCustomerRead: true, lastCustomerAt })
  change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, written))
  change.happened({ message: written })
  if (conversation.snoozedUntil !== null) change.set(NOT_SNOOZED)
  if (conversation.status === 'resolved' && settings.reopenOnCustomerMessage) changeStatus(change, 'open')
  const { id: conversationId, memberId } = conversation
  if (memberId !== null) {
    change.also(() => watchForMissedAnswer(tx, { memberId, conversationId, since: now }))
    change.also(() => queuePushes(tx, { memberIds: [memberId], conversationId, kind: 'reply', since: now }))
  }
  // What nobody wrote by hand, such as an absence note, is no answer.
  if (conversation.hasScheduled && wakesAgent) change.also(() => holdScheduled(tx, conversationId, now))
  if (isToAgent) scheduleAnswer(change, written.position, isProven)
  return written
}

const latest = (a: Date | null, b: Date) => (a !== null && a > b ? a : b)
