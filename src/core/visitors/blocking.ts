import type { Caller } from '#core/caller.ts'
import { openChange } from '#core/conversations/conversation-transaction.ts'
import { type ConversationView, getConversation, requireConversation } from '#core/conversations/conversations.ts'
import { ChangedMeanwhile } from '#database/database.ts'
import { setBlocked as saveBlocked } from '#storage/contacts/blocking.ts'
import { lockContacts, lockConversationsOf } from '#storage/locks.ts'
import { notifyTabsOfContact } from './visitors.ts'

/** Blocks or unblocks who is behind a conversation: all of their conversations are marked, and they cannot write. */
export async function setBlocked(caller: Caller, id: string, isBlocked: boolean): Promise<ConversationView> {
  await caller.shop.transaction(async (tx) => {
    const { contactId } = await requireConversation(tx, id)
    if (contactId !== null) {
      await lockContacts(tx, [contactId])
      await lockConversationsOf(tx, [contactId])
    }
    const change = await openChange(tx, id)
    if (change.conversation.contactId !== contactId) throw new ChangedMeanwhile()
    await saveBlocked(tx, { contactId, conversationId: change.conversation.id, isBlocked, now: change.now })
    if (contactId !== null) await notifyTabsOfContact(tx, contactId)
    await change.save('last')
  })
  return getConversation(caller, id)
}
