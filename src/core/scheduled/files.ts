import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { claimFiles, keepNamed, type SentFile } from '#core/files/files.ts'

/**
 * The files that are to go with a scheduled reply, in the order of `ids`: some of those that went with it `before`, and
 * others that its author sent since. All are the conversation's from now on, as if it had been sent: no sweep takes them,
 * and they go with the conversation. INVALID_PARAMS for too many, and for what is not the author's to send.
 */
export function filesOfReply(
  { tx, conversation }: ConversationChange,
  memberId: string,
  ids: string[],
  before: SentFile[] = [],
): Promise<SentFile[]> {
  return keepNamed(ids, before, (fresh) => claimFiles(tx, fresh, { conversationId: conversation.id, memberId }))
}
