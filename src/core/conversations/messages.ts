import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import type { Queries } from '#database/database.ts'
import type { WirePage } from '#database/json-page.ts'
import type { Datastore } from '#storage/conversations/columns.ts'
import { findLiveMessage } from '#storage/conversations/live.ts'
import { findMessage, isMessageCursor, listMessages, type MessageRow } from '#storage/conversations/messages.ts'
import { requireConversation } from './conversations.ts'

/** A message as clients see it: the list form as ready JSON, what its detail form adds, and where it was read from. */
export interface MessageView extends MessageRow {
  source: Datastore
}

export async function listConversationMessages(
  caller: Caller,
  id: string,
  page: { limit: number; cursor: string | null; order: 'asc' | 'desc' },
): Promise<WirePage & { source: Datastore }> {
  const conversation = await requireConversation(caller.shop, id)
  requireCursor(page.cursor, isMessageCursor)
  return { ...(await listMessages(caller.shop, conversation.id, page)), source: conversation.datastore }
}

/** One message by UUID or number; deleted ones are shown with isDeleted true (spec 2.3.3). */
export async function getMessage(caller: Caller, id: string, messageId: string): Promise<MessageView> {
  const conversation = await requireConversation(caller.shop, id)
  const message =
    (await findMessage(caller.shop, conversation.id, messageId)) ??
    // Sent to a conversation that was merged: it is in the one that stays.
    (conversation.mergedInto && (await findMessage(caller.shop, conversation.mergedInto, messageId)))
  if (!message) throw notFound('Message')
  return { ...message, source: conversation.datastore }
}

/** What is kept of a message that another one answers: enough to show, whatever becomes of it. */
const QUOTED = 300

/** A message as `replyMessage` (spec 2.3.8); null for one that the customer cannot see, or that there is not. */
export async function quoteMessage(tx: Queries, conversationId: string, messageId: string): Promise<object | null> {
  const message = await findLiveMessage(tx, conversationId, messageId)
  if (!message || message.isNote || message.isDeleted) return null
  const { id, text, senderType, senderName } = message
  return { id, text: text.slice(0, QUOTED).toWellFormed(), senderType, senderName }
}
