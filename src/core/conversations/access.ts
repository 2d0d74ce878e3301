import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { notFound } from '#core/errors.ts'
import type { Queries } from '#database/database.ts'
import {
  type ConversationAccess,
  type ConversationAccessChoice,
  findAccessChoice,
  maySee,
  saveAccessChoice,
} from '#storage/conversation-access.ts'
import { type FoundConversation, findConversation } from '#storage/conversations/conversations.ts'
import { findStore } from '#storage/stores/stores.ts'

/** NOT_FOUND for a conversation that the caller may not see, or not write to, as for one that is not there. */
export async function requireAccess(
  { shop, access = null }: Caller,
  id: string,
  purpose: 'read' | 'write',
): Promise<void> {
  if (access === null) return
  const conversation = await findConversation(shop, id)
  if (!conversation || !(await mayOpen(shop, access, conversation, purpose))) throw notFound('Conversation')
}

/**
 * Whether a conversation may be opened. One that was merged is read by who sees it, or the one that it goes on in; what is
 * written to it goes there, so that only who sees that one may write.
 */
export async function mayOpen(
  shop: Queries,
  access: ConversationAccess,
  conversation: FoundConversation,
  purpose: 'read' | 'write' = 'read',
): Promise<boolean> {
  if (access === null || conversation.isPlayground) return true
  const { mergedInto } = conversation
  if ((mergedInto === null || purpose === 'read') && maySee(access, conversation)) return true
  const goesOnIn = mergedInto === null ? undefined : await findConversation(shop, mergedInto)
  return goesOnIn !== undefined && maySee(access, goesOnIn)
}

/** Which conversations the store lets its members see. */
export function readAccessChoice({ shop }: Caller): Promise<ConversationAccessChoice> {
  return findAccessChoice(shop)
}

/** Changes it, for open inboxes too. */
export function changeAccessChoice({ shop, actor }: Caller, choice: ConversationAccessChoice): Promise<void> {
  return shop.transaction(async (tx) => {
    await findStore(tx, true)
    const before = await findAccessChoice(tx)
    if (before === choice) return
    await saveAccessChoice(tx, choice)
    await recordAudit(tx, actor, 'conversation_access.changed', null, { from: before, to: choice })
  })
}
