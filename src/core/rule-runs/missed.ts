import type { ConversationChange } from '#core/conversations/change.ts'
import { tellMissed } from '#core/members/notifications.ts'
import { isTold } from '#core/targets/clock.ts'
import { listMissedListeners } from '#storage/mail/member-mail.ts'

/**
 * Tells members that the target which is due has been missed: whoever has the conversation; where nobody has it, those who
 * want that, of its team where it is with one. Once for each wait and each work: no new count of clocks tells it again.
 */
export async function noteMissed(change: ConversationChange): Promise<void> {
  const { tx, conversation, now } = change
  const { id: conversationId, memberId, teamId, dueFor } = conversation
  if (isTold(conversation)) return
  change.set(dueFor === 'resolve' ? { workTold: true } : { waitTold: true })
  const told = memberId === null ? await listMissedListeners(tx, teamId) : [memberId]
  change.also(() => tellMissed(tx, told, { conversationId, now }))
}
