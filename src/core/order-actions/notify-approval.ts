import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { insertApprovalNotifications } from '#core/members/notifications.ts'
import { listUnassignedListeners } from '#storage/mail/notification-preferences.ts'
import { listActiveAdmins } from '#storage/members/members.ts'

/**
 * Part of an act that makes an action wait for approval: notifies the assignee, if they are there; otherwise members who chose
 * to be notified where nobody has a conversation; otherwise all admins, so that somebody always hears of it.
 */
export async function notifyOfApproval(change: ConversationChange): Promise<void> {
  const { tx, conversation, now } = change
  const { id: conversationId, memberId, teamId } = conversation
  const recipients = memberId !== null && change.assigneeState === 'here' ? [memberId] : await listOthers()
  change.addStatement(() => insertApprovalNotifications(tx, recipients, { conversationId, now }))

  async function listOthers(): Promise<string[]> {
    const listeners = await listUnassignedListeners(tx, teamId, { wantsAll: false })
    return listeners.length > 0 ? listeners : (await listActiveAdmins(tx)).map(({ id }) => id)
  }
}
