import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { scheduleAnswer } from '#core/conversations/ai-turns.ts'
import { ConversationChange, openChange } from '#core/conversations/conversation-transaction.ts'
import { writeAsCustomer } from '#core/conversations/customer-messages.ts'
import { notFound } from '#core/errors.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { readSettings } from '#core/stores/settings.ts'
import type { Transaction } from '#database/database.ts'
import { type DecisionRow, listDecisions } from '#storage/ai-agent/decisions.ts'
import { findConversation, insertConversation } from '#storage/conversations/conversations.ts'
import { takeConversationNumbers } from '#storage/stores/stores.ts'

/** Traces that are shown of a conversation. */
const TRACES_MAX = 100
/** Name of the customer in a playground conversation, as its list shows it. */
const ASKER = 'Playground'

/**
 * A member's question to the AI agent, in a conversation that no customer sees and no webhook hears of: a new one, or a
 * playground conversation that is gone on with. It is answered like a customer's, whether or not the AI agent is on.
 */
export async function askInPlayground(
  { shop }: Caller,
  { text, conversationId }: { text: string; conversationId?: string },
): Promise<{ conversationId: string }> {
  checkText(text, MESSAGE_TEXT_MAX)
  return shop.transaction(async (tx) => {
    const change = conversationId === undefined ? await startPlayground(tx) : await openChange(tx, conversationId)
    if (!change.conversation.isPlayground) throw notFound('Conversation')
    const asked = writeAsCustomer(change, { text })
    // After a handoff the next question starts a new conversation: in the playground nobody can take over.
    if (!change.conversation.isChatBot) {
      change.set({ isChatBot: true })
      scheduleAnswer(change, asked.position)
    }
    await change.save('last')
    return { conversationId: change.conversation.id }
  })
}

async function startPlayground(tx: Transaction): Promise<ConversationChange> {
  const now = currentTime()
  const conversation = await insertConversation(tx, {
    id: newId(),
    pgConvoId: String(await takeConversationNumbers(tx, 1)),
    customerName: ASKER,
    channel: 'online_store',
    channels: ['online_store'],
    isChatBot: true,
    hasChatBot: true,
    isPlayground: true,
    messageCount: 0,
    createdAt: now,
    updatedAt: now,
  })
  return new ConversationChange(tx, conversation, { settings: await readSettings(tx) })
}

/** What the AI agent decided in a conversation, oldest first, with what it looked at. NOT_FOUND for none. */
export async function listTraces({ shop }: Caller, conversationId: string): Promise<DecisionRow[]> {
  const conversation = await findConversation(shop, conversationId)
  if (!conversation) throw notFound('Conversation')
  return listDecisions(shop, conversation.id, TRACES_MAX)
}
