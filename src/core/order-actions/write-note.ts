import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { fromAiAgent, fromMember } from '#core/conversations/sender-fields.ts'
import { findMember } from '#storage/members/members.ts'

/** Part of an act: writes an internal note as a member, or as the AI agent for null; nothing for a member who is gone. */
export async function writeNoteOf(change: ConversationChange, memberId: string | null, text: string): Promise<void> {
  const member = memberId === null ? undefined : await findMember(change.tx, memberId)
  if (!member && memberId !== null) return
  const author = member ? fromMember(member) : fromAiAgent(change.settings.ai.name)
  change.write({ ...author, isNote: true, text })
}
