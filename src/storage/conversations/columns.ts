import type { FormatRange } from '#base/formatting.ts'
import {
  bigint,
  boolean,
  integer,
  json,
  nullable,
  type RowOf,
  table,
  text,
  texts,
  time,
} from '#database/table-schema.ts'

/** The tables around a conversation (migrations/0004, 0005), each column named once. */

export type Datastore = 'postgresql' | 'firestore'
export type SenderType = 'customer' | 'agent' | 'bot' | 'system'

const TIMES = { createdAt: time(), updatedAt: time() }

export const CONVERSATION = table({
  id: text(),
  firestoreId: nullable(text()),
  pgConvoId: nullable(bigint()),
  datastore: text<Datastore>(),
  sessionId: nullable(text()),
  contactId: nullable(text()),
  customerName: nullable(text()),
  customerEmail: nullable(text()),
  emailKey: nullable(text()),
  customerType: text(),
  status: text<'open' | 'resolved'>(),
  channel: text(),
  channels: texts(),
  tags: texts(),
  memberId: nullable(text()),
  isChatBot: boolean(),
  hasChatBot: boolean(),
  isRead: boolean(),
  isCustomerRead: boolean(),
  isOnline: boolean(),
  isBlock: boolean(),
  isStarred: boolean(),
  hasFirstMsg: boolean(),
  isPlayground: boolean(),
  isRedacted: boolean(),
  hidePreChatMessage: text(),
  messageCount: nullable(integer()),
  lastMessage: nullable(json<{ text: string; senderType: string; createdAt: Date }>()),
  lastCustomerAt: nullable(time()),
  lastPosition: bigint(),
  /** The member who replied first: an id, or '' if the message names none; null if there is no reply yet. */
  firstReplyBy: nullable(text()),
  lastActive: nullable(time()),
  resolvedAt: nullable(time()),
  resolvedBy: nullable(text()),
  createdAt: nullable(time()),
  updatedAt: nullable(time()),
})
export type ConversationColumns = RowOf<typeof CONVERSATION>

/**
 * A conversation that was put aside, or came back from that (migrations/0004); and whether there may be replies that are
 * to be sent later (migrations/0005). An import does not bring it along.
 */
export const SNOOZE = table({
  snoozedUntil: nullable(time()),
  snoozedBy: nullable(text()),
  returnedAt: nullable(time()),
  hasScheduled: boolean(),
})
export type Snooze = RowOf<typeof SNOOZE>

/** The team that a conversation is with (migrations/0004); it may be deleted already. An import does not bring it along. */
export const TEAM = table({ teamId: nullable(text()) })
export type OfTeam = RowOf<typeof TEAM>

/** Target of a merge, and how many conversations were merged into it (migrations/0004). An import does not set it. */
export const MERGING = table({
  mergedInto: nullable(text()),
  mergedAt: nullable(time()),
  mergedCount: integer(),
})
export type Merging = RowOf<typeof MERGING>

/** The status that "not spam" restores; null: it is not spam (migrations/0038). An import does not set it. */
export const SPAM = table({ statusBeforeSpam: nullable(text<'open' | 'resolved'>()) })
export type Spam = RowOf<typeof SPAM>

/**
 * How urgent a conversation is, and its clock (migrations/0004): since when its customer waits for a first or a later reply,
 * since when the time to resolve runs and how long it ran before, which target is missed next, and whether members were told
 * that this wait, or this work, has lasted too long. An import does not bring it along.
 */
export const CLOCK = table({
  priority: text<'urgent' | 'high' | 'normal' | 'low'>(),
  awaitingReplySince: nullable(time()),
  awaitingReplyKind: nullable(text<'first_reply' | 'next_reply'>()),
  resolveClockStartedAt: nullable(time()),
  resolveClockSeconds: integer(),
  dueAt: nullable(time()),
  dueFor: nullable(text<'first_reply' | 'next_reply' | 'resolve'>()),
  replyMissNotified: boolean(),
  resolveMissNotified: boolean(),
})
export type Clock = RowOf<typeof CLOCK>

/** Whether an order action in it waits for a member's approval (migrations/0073). An import does not bring it along. */
export const APPROVAL = table({ waitsForApproval: boolean() })
export type OfApproval = RowOf<typeof APPROVAL>

/** The campaign that began a conversation (migrations/0040). An import does not bring it along. */
const CAMPAIGN = table({ campaignKey: nullable(text()) })

/** What acts write beside that: how far each side has read. An import does not bring it along. */
export const CONVERSATION_CHANGES = table({
  ...CONVERSATION.columns,
  ...SNOOZE.columns,
  ...TEAM.columns,
  ...MERGING.columns,
  ...SPAM.columns,
  ...CLOCK.columns,
  ...APPROVAL.columns,
  ...CAMPAIGN.columns,
  agentPosition: bigint(),
  customerPosition: bigint(),
})
export type ConversationPatch = Partial<RowOf<typeof CONVERSATION_CHANGES>>

export const MESSAGE = table({
  conversationId: text(),
  position: bigint(),
  id: text(),
  senderType: text<SenderType>(),
  senderName: text(),
  memberId: nullable(text()),
  text: text(),
  contentType: text(),
  isAdmin: boolean(),
  isAutomated: boolean(),
  isBot: boolean(),
  isNote: boolean(),
  isFirst: boolean(),
  isTransfer: boolean(),
  isQuickReplyMsg: boolean(),
  isAskBotMessage: boolean(),
  isDeleted: boolean(),
  topic: nullable(text()),
  chatbotProducts: json<object[]>(),
  chatbotFaqs: json<object[]>(),
  files: json<object[]>(),
  replyMessage: nullable(json<object>()),
  createdAt: time(),
})

/** What a member wrote, of a message that was translated for the customer. */
export interface OriginalWords {
  text: string
  /** Such as `de`. */
  language: string
}

/** What acts write beside that: how the browser that sent a message calls it, what was written before a translation, and formatting. */
export const SENT_MESSAGE = table({
  ...MESSAGE.columns,
  clientId: text(),
  original: nullable(json<OriginalWords>()),
  formatting: nullable(json<FormatRange[]>()),
})

export const CHECKLIST_NOTE = table({
  conversationId: text(),
  id: text(),
  text: text(),
  isUpdated: boolean(),
  ...TIMES,
})

export const ATTRIBUTE = table({ conversationId: text(), id: text(), name: text(), value: text(), ...TIMES })

export const PAGE = table({ sessionId: text(), id: text(), url: text(), title: text(), viewedAt: time() })

export const SUMMARY = table({ conversationId: text(), text: text(), ...TIMES })
