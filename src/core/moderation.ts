import { currentTime } from '#base/clock.ts'
import { setBlocked as storeBlocked } from '#storage/blocking.ts'
import { deleteConversation as deleteStored } from '#storage/message-changes.ts'
import { deleteUploadsOf } from '#storage/uploads.ts'
import type { Caller } from './caller.ts'
import { type ConversationView, getConversation, lockForWrite, saveConversation } from './conversations.ts'
import { appendEvents, buildEvent } from './events.ts'
import type { FileStore } from './files.ts'
import { renewedContact } from './visitors.ts'

/** What members do to a conversation as a whole. No API of integrations has these (spec 1, fact 2). */

/** Blocks or unblocks who is behind a conversation: all of their conversations are marked, and they cannot write. */
export async function setBlocked(caller: Caller, id: string, isBlocked: boolean): Promise<ConversationView> {
  await caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    const { id: conversationId, contactId } = conversation
    await saveConversation(tx, conversation, move, now)
    await storeBlocked(tx, { contactId, conversationId, isBlocked, now })
    if (contactId !== null) await renewedContact(tx, contactId)
  })
  return getConversation(caller, id)
}

export function setStarred(caller: Caller, id: string, isStarred: boolean): Promise<ConversationView> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    return saveConversation(tx, conversation, conversation.isStarred === isStarred ? move : { ...move, isStarred }, now)
  })
}

/** Deletes a conversation for good: messages, notes, attributes, files, and events that were delivered. */
export async function deleteConversation(caller: Caller, id: string, files: FileStore): Promise<{ id: string }> {
  const deleted = await caller.shop.transaction(async (tx) => {
    const { conversation } = await lockForWrite(tx, id)
    const uploads = await deleteUploadsOf(tx, conversation.id)
    await deleteStored(tx, conversation.id, conversation.createdAt)
    await appendEvents(tx, [buildEvent(tx.shopId, 'conversation.removed', conversation.id, {})])
    return { id: conversation.id, uploads }
  })
  // After the commit: a file that is left over by a crash here is swept later.
  await files.remove(caller.shop.shopId, deleted.uploads)
  return { id: deleted.id }
}
