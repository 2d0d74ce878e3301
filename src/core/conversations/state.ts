import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { SNOOZE_MAX_MS } from '#core/limits.ts'
import { requireActiveMember } from '#core/members/members.ts'
import { tellAssigned } from '#core/members/notifications.ts'
import type { Priority } from '#core/priorities.ts'
import { requireTeam } from '#core/teams/teams.ts'
import { buildEvent } from '#core/webhooks/events.ts'
import { endRunsOf } from '#storage/custom-actions/runs.ts'
import { endApprovalsOf } from '#storage/order-actions/approvals.ts'
import { scheduleSummary } from './ai-turns.ts'
import { type ConversationChange, changeConversation } from './conversation-transaction.ts'
import type { ConversationView } from './conversations.ts'

/** Acts on a conversation as a whole: resolve, reopen, snooze, assign to a member or a team, priority, read, star. */

export type Status = 'open' | 'resolved'

/** Resolves or reopens (spec 3.1). Writing the status already held changes nothing and sends no event. */
export async function setState(caller: Caller, id: string, status: Status): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, (change) => {
    if (status === 'resolved') return resolve(change, memberOf(caller))
    if (change.conversation.status === 'open') return
    requireUnmerged(change)
    change.set({ resolvedAt: null, resolvedBy: null })
    changeStatus(change, 'open')
  })
  return conversation
}

/** INVALID_PARAMS for a conversation that goes on in another one. */
export function requireUnmerged({ conversation }: ConversationChange): void {
  if (conversation.mergedInto === null) return
  throw invalidParams(`This conversation was merged: it goes on in ${conversation.mergedInto}.`)
}

/** The calling member; null if the caller is not a member. */
const memberOf = ({ actor }: Caller) => (actor.kind === 'member' ? actor.memberId : null)

/** Part of an act that resolves; which member did it, and when, is for reports. Does nothing where it is resolved already. */
export function resolve(change: ConversationChange, resolvedBy: string | null): void {
  if (change.conversation.status === 'resolved') return
  change.set({ resolvedAt: change.now, resolvedBy })
  changeStatus(change, 'resolved')
}

/** Part of an act that resolves or reopens. */
export function changeStatus(change: ConversationChange, status: Status): void {
  const { id, status: previousStatus } = change.conversation
  // Reopening in any way restores a conversation that was spam.
  change.set({ status, ...NOT_SNOOZED, ...(status === 'open' && { statusBeforeSpam: null }) })
  if (status === 'resolved') {
    if (change.conversation.waitsForApproval) endApprovals(change)
    scheduleSummary(change)
    // Nobody asks a spammer how it went.
    if (!change.isSpam) change.recordRuleEvents({ isResolved: true })
  }
  change.emit(buildEvent(change.tx.shopId, 'conversation.state_changed', id, { status, previousStatus }))
}

/** What waits for approval is not done any more. */
function endApprovals(change: ConversationChange): void {
  change.set({ waitsForApproval: false })
  change.addStatement(() => endApprovalsOf(change.tx, change.conversation.id, change.now))
  change.addStatement(() => endRunsOf(change.tx, change.conversation.id, change.now))
}

/** Neither put aside nor back from it. */
export const NOT_SNOOZED = { snoozedUntil: null, snoozedBy: null, returnedAt: null } as const

/**
 * Puts an open conversation aside for the team until a time, at most a year from now, or until its customer writes; null
 * ends that, and its place at the top because it came back. No event is sent: its status stays open.
 */
export async function setSnoozed(caller: Caller, id: string, until: Date | null): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, (change) => snooze(change, memberOf(caller), until))
  return conversation
}

/** Snoozes as a part of a change. INVALID_PARAMS if the conversation is resolved or `until` is not in the future. */
export function snooze(change: ConversationChange, snoozedBy: string | null, until: Date | null): void {
  const { now, conversation } = change
  if (until === null) {
    if (conversation.snoozedUntil !== null || conversation.returnedAt !== null) change.set(NOT_SNOOZED)
    return
  }
  if (!(until > now && until.getTime() <= now.getTime() + SNOOZE_MAX_MS)) {
    throw invalidParams('until is a time to come, at most a year from now.')
  }
  if (conversation.status !== 'open') throw invalidParams('Only an open conversation can be snoozed: reopen it first.')
  change.set({ snoozedUntil: until, snoozedBy, returnedAt: null })
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
    if (previousMemberId !== memberId) changeAssignee(change, memberId, memberOf(caller))
    return { conversationId, previousMemberId }
  })
  return { ...conversation, ...result }
}

/** Part of an act that assigns. `actorId`: the member who does it. */
export function changeAssignee(change: ConversationChange, memberId: string | null, actorId: string | null): void {
  const { tx, now } = change
  const { id, memberId: previousMemberId } = change.conversation
  change.set({ memberId })
  if (memberId !== null) change.addStatement(() => tellAssigned(tx, memberId, { conversationId: id, actorId, now }))
  change.emit(buildEvent(change.tx.shopId, 'conversation.assigned', id, { memberId, previousMemberId }))
}

/** Gives to a team, or to none with null: INVALID_PARAMS for one that the store does not have. */
export async function assignTeam(caller: Caller, id: string, teamId: string | null): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, async (change) => {
    const team = teamId === null ? null : await requireTeam(change.tx, teamId)
    changeTeam(change, team, memberOf(caller))
  })
  return conversation
}

/**
 * Part of an act that gives a conversation to a team. Who has it and is not of the team loses it, so that the team can find
 * somebody. `actorId`: the member who does it.
 */
export function changeTeam(
  change: ConversationChange,
  team: { id: string; memberIds: readonly string[] } | null,
  actorId: string | null,
): void {
  const { teamId, memberId } = change.conversation
  if (teamId === (team?.id ?? null)) return
  change.set({ teamId: team?.id ?? null })
  if (team && memberId !== null && !team.memberIds.includes(memberId)) changeAssignee(change, null, actorId)
}

/** Says how urgent it is, by which its reply-time targets are counted. */
export async function setPriority(caller: Caller, id: string, priority: Priority): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, (change) => {
    if (change.conversation.priority !== priority) change.set({ priority })
  })
  return conversation
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
