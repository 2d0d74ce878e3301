import type { Caller } from '#core/caller.ts'
import { requireActiveMember } from '#core/members/members.ts'
import { tellAssigned } from '#core/members/notifications.ts'
import { buildEvent } from '#core/webhooks/events.ts'
import { scheduleSummary } from './ai-turns.ts'
import { type ConversationChange, changeConversation } from './change.ts'
import type { ConversationView } from './conversations.ts'

/** Acts on a conversation as a whole: resolve, reopen, assign, read, star. */

export type Status = 'open' | 'resolved'

/** Resolves or reopens (spec 3.1). Writing the status already held changes nothing and sends no event. */
export async function setState(caller: Caller, id: string, status: Status): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, (change) => {
    if (change.conversation.status === status) return
    const { actor } = caller
    const resolvedBy = status === 'resolved' && actor.kind === 'member' ? actor.memberId : null
    change.set({ resolvedAt: status === 'resolved' ? change.now : null, resolvedBy }) // for reports
    changeStatus(change, status)
  })
  return conversation
}

/** Part of an act that resolves or reopens. */
export function changeStatus(change: ConversationChange, status: Status): void {
  const { id, status: previousStatus } = change.conversation
  change.set({ status })
  if (status === 'resolved') scheduleSummary(change)
  change.emit(buildEvent(change.tx.shopId, 'conversation.state_changed', id, { status, previousStatus }))
}

/** Assigns to an active member, or to nobody with null. Assigning whom it has already changes nothing. */
export async function assign(
  caller: Caller,
  id: string,
  memberId: string | null,
): Promise<ConversationView & { conversationId: string; previousMemberId: string | null }> {
  const { conversation, result } = await changeConversation(caller, id, async (change) => {
    const { id: conversationId, memberId: previousMemberId } = change.conversation
    if (memberId !== null) await requireActiveMember(change.tx, memberId)
    if (previousMemberId !== memberId)
      changeAssignee(change, memberId, caller.actor.kind === 'member' ? caller.actor.memberId : null)
    return { conversationId, previousMemberId }
  })
  return { ...conversation, ...result }
}

/** Part of an act that assigns. `actorId`: the member who does it. */
export function changeAssignee(change: ConversationChange, memberId: string | null, actorId: string | null): void {
  const { tx, now } = change
  const { id, memberId: previousMemberId } = change.conversation
  change.set({ memberId })
  if (memberId !== null) change.also(() => tellAssigned(tx, memberId, { conversationId: id, actorId, now }))
  change.emit(buildEvent(change.tx.shopId, 'conversation.assigned', id, { memberId, previousMemberId }))
}

/** Marks read for the store's members. */
export const markRead = (caller: Caller, id: string): Promise<ConversationView> => setRead(caller, id, true)

/** Puts it back among what is still to be read. */
export const markUnread = (caller: Caller, id: string): Promise<ConversationView> => setRead(caller, id, false)

async function setRead(caller: Caller, id: string, isRead: boolean): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, (change) => {
    if (change.conversation.isRead !== isRead) change.set({ isRead })
  })
  return conversation
}

export async function setStarred(caller: Caller, id: string, isStarred: boolean): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, (change) => {
    if (change.conversation.isStarred !== isStarred) change.set({ isStarred })
  })
  return conversation
}
