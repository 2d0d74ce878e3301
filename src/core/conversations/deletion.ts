import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import type { FileStore } from '#core/files/files.ts'
import { buildEvent } from '#core/webhooks/events.ts'
import { deleteConversation as deleteRecord } from '#storage/conversations/deletion.ts'
import { listMergedInto } from '#storage/conversations/merging.ts'
import { deleteUploadsOf } from '#storage/files/files.ts'
import { lockConversations } from '#storage/locks.ts'
import { deleteMailsAbout } from '#storage/mail/outgoing-emails.ts'
import { insertEvents } from '#storage/webhooks/events.ts'
import { openChange } from './conversation-transaction.ts'
import { requireConversation } from './conversations.ts'

/**
 * Deletes a conversation for good: messages, notes, attributes, files, and events that were delivered. For admins in the
 * inbox; no API of integrations has it (spec 1.2).
 */
export async function deleteConversation(caller: Caller, id: string, files: FileStore): Promise<{ id: string }> {
  const deleted = await caller.shop.transaction(async (tx) => {
    const named = await requireConversation(tx, id)
    // What was merged into it, and what it was merged into, change with it.
    await lockConversations(tx, [named.id, ...[named.mergedInto ?? []].flat(), ...(await listMergedInto(tx, named.id))])
    const { conversation } = await openChange(tx, id)
    const uploads = await deleteUploadsOf(tx, conversation.id)
    const removed = buildEvent(tx.shopId, 'conversation.removed', conversation.id, {})
    if (!conversation.isPlayground) await insertEvents(tx, [removed])
    await deleteMailsAbout(tx, [conversation.id])
    await deleteRecord(tx, conversation)
    await recordAudit(tx, caller.actor, 'conversation.deleted', conversation.id)
    return { id: conversation.id, uploads }
  })
  // After the commit: a file that is left over here is deleted by the clean-up.
  await files.remove(caller.shop, deleted.uploads)
  return { id: deleted.id }
}
