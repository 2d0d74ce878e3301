import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import { ChangedMeanwhile } from '#database/database.ts'
import { lockContactOf } from '#storage/conversations/conversations.ts'
import type { NewMessage, StoredMessage } from '#storage/conversations/messages.ts'
import { watchForMissedAnswer } from '#storage/mail/member-digest.ts'
import { queuePushes } from '#storage/push/pushes.ts'
import { holdScheduled } from '#storage/scheduled/scheduled-replies.ts'
import { scheduleAnswer } from './ai-turns.ts'
import {
  type ConversationChange,
  openChange,
  requireNotMerged,
  withMergedRedirect,
} from './conversation-transaction.ts'
import type { MessageView } from './messages.ts'
import { fromCustomer, VISITOR_NAME } from './sender-fields.ts'
import { changeAssignee, changeStatus, NOT_SNOOZED } from './state.ts'

/** The customer's own words, relayed by an integration. A resolved conversation reopens, where the store wants that. */
export function postAsCustomer(caller: Caller, named: string, text: string): Promise<MessageView> {
  return withMergedRedirect(named, (id) => relay(caller, id, text))
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
  /** Author's name, if that is not the conversation's customer. */
  name?: string | undefined
  /** When the customer sent it; the channel's window counts from then. */
  sentAt?: Date
  /** False for what nobody wrote by hand: the AI agent does not answer it. */
  wakesAgent?: boolean
  /** Its writer has proved to be the conversation's customer: by `identify` with a hash (spec C8.7). */
  isVerified?: boolean
  /** The message says how the conversation went: that stays resolved, and nobody has to answer. */
  isRating?: boolean
}

/**
 * The rule for every door that a customer's words come through (spec C6.9). Their contact was locked before
 * the conversation was opened.
 */
export function writeAsCustomer(
  change: ConversationChange,
  message: CustomerMessage,
  { name, sentAt, wakesAgent = true, isVerified = false, isRating = false }: Arrival = {},
): NewMessage {
  requireNotMerged(change)
  const { tx, conversation, now, settings } = change
  const customer = conversation.customerName ?? conversation.customerEmail ?? VISITOR_NAME
  const { isSpam } = change
  const isToAgent = conversation.isChatBot && wakesAgent && !isSpam
  const createdAt = sentAt && sentAt < now ? sentAt : now
  const sender = fromCustomer(name ?? customer)
  const written = change.write({ ...sender, ...message, createdAt, isAskBotMessage: isToAgent })
  const lastCustomerAt = latest(conversation.lastCustomerAt, createdAt)
  change.set({ ...(!isRating && { isRead: false }), isCustomerRead: true, lastCustomerAt })
  change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, written))
  if (!isRating) change.recordRuleEvents({ message: written })
  if (conversation.snoozedUntil !== null) change.set(NOT_SNOOZED)
  const isQuiet = isSpam || isRating
  const reopens = conversation.status === 'resolved' && settings.reopenOnCustomerMessage && !isQuiet
  if (reopens) changeStatus(change, 'open')
  if (change.assigneeState === 'inactive' || (reopens && change.assigneeState === 'away'))
    changeAssignee(change, null, null)
  const { id: conversationId } = conversation
  const { memberId } = change.after
  if (isQuiet) change.stopClock()
  if (memberId !== null && !isQuiet) {
    change.addStatement(() => watchForMissedAnswer(tx, { memberId, conversationId, since: now }))
    change.addStatement(() => queuePushes(tx, { memberIds: [memberId], conversationId, kind: 'reply', since: now }))
  }
  // Automatic mail, such as an absence note, is not an answer.
  if (conversation.hasScheduled && wakesAgent) change.addStatement(() => holdScheduled(tx, conversationId, now))
  if (isToAgent) scheduleAnswer(change, written.position, isVerified)
  return written
}

const latest = (a: Date | null, b: Date) => (a !== null && a > b ? a : b)
