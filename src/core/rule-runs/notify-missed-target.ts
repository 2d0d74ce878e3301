import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { insertMissedTargetNotifications } from '#core/members/notifications.ts'
import { isMissNotified } from '#core/targets/clock.ts'
import { listUnassignedListeners } from '#storage/mail/notification-preferences.ts'

/**
 * Notifies members that the target which is due has been missed: the assignee; where nobody is assigned, or the assignee is
 * not there, those who chose that, of the conversation's team where it has one. Once for each wait: a new count of clocks
 * repeats it not.
 */
export async function notifyMissedTarget(change: ConversationChange): Promise<void> {
  const { tx, conversation, now } = change
  const { id: conversationId, memberId, teamId, dueFor } = conversation
  if (isMissNotified(conversation)) return
  change.set(dueFor === 'resolve' ? { resolveMissNotified: true } : { replyMissNotified: true })
  const { assigneeState } = change
  const assignee = memberId !== null && assigneeState !== 'inactive' ? [memberId] : []
  const listeners = assigneeState === 'here' ? [] : await listUnassignedListeners(tx, teamId, { wantsAll: false })
  const recipients = [...new Set([...assignee, ...listeners])]
  change.addStatement(() => insertMissedTargetNotifications(tx, recipients, { conversationId, now }))
}
