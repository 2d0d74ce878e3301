import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Channel } from '#channels/channel-window.ts'
import type { Settings } from '#core/stores/settings.ts'
import { buildEvent, type OutboxEvent } from '#core/webhooks/events.ts'
import type { Transaction } from '#database/database.ts'
import type { CustomerFields } from '#storage/contacts/contact-changes.ts'
import type { ConversationColumns } from '#storage/conversations/columns.ts'
import { type ConversationRow, insertConversation } from '#storage/conversations/conversations.ts'
import { isPresent } from '#storage/presence/presence.ts'
import { takeConversationNumbers } from '#storage/stores/stores.ts'
import { ConversationChange } from './conversation-transaction.ts'

/** Place of a new conversation. `isForAiAgent`: false keeps the AI agent out, whatever the store's settings. */
type Place = Partial<ConversationColumns> & { channel: Channel; isForAiAgent?: boolean }

/** A contact's new conversation, which the AI agent holds where the store has it on that channel (spec C10.1). */
export async function insertFor(
  tx: Transaction,
  customer: CustomerFields & { contactId: string; isRedacted: boolean },
  { ai }: Settings,
  { channel, isForAiAgent = true, ...more }: Place,
): Promise<ConversationRow> {
  const now = currentTime()
  const [number, isOnline] = await Promise.all([
    takeConversationNumbers(tx, 1),
    isPresent(tx, 'contact', customer.contactId),
  ])
  const isChatBot = isForAiAgent && ai.enabled && ai.channels.includes(channel)
  return insertConversation(tx, {
    id: newId(),
    pgConvoId: String(number),
    datastore: 'postgresql',
    ...customer,
    status: 'open',
    channel,
    channels: [channel],
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
    messageCount: 0,
    lastPosition: '0',
    createdAt: now,
    updatedAt: now,
    ...more,
  })
}

/** A new conversation, ready for its first message. Its event follows that of its contact (spec 6.1). */
export function openNew(
  tx: Transaction,
  conversation: ConversationRow,
  settings: Settings,
  before: readonly OutboxEvent[],
): ConversationChange {
  const { id, customerType: type, contactId: customerId, channel, isChatBot } = conversation
  const change = new ConversationChange(tx, conversation, { settings })
  for (const event of before) change.emit(event)
  const data = { type, customerId, channel, isChatBot, isFirstMessage: true }
  change.emit(buildEvent(tx.shopId, 'conversation.created', id, data))
  change.recordRuleEvents({ isNew: true })
  return change
}
