import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import type { WirePage } from '#database/wire-page.ts'
import type { Datastore } from '#storage/conversations/columns.ts'
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

/** One message by UUID or number; deleted ones are shown with isDeleted true (spec 2.3). */
export async function getMessage(caller: Caller, id: string, messageId: string): Promise<MessageView> {
  const conversation = await requireConversation(caller.shop, id)
  const message = await findMessage(caller.shop, conversation.id, messageId)
  if (!message) throw notFound('Message')
  return { ...message, source: conversation.datastore }
}
