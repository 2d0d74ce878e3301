import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { NOTIFICATIONS_KEPT } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { forgetMissedNews, watchForMissedNews } from '#storage/mail/member-digest.ts'
import { listMembers } from '#storage/members/members.ts'
import {
  insertNotifications,
  listNotifications,
  type NewNotification,
  type NotificationRow,
  readNotifications,
} from '#storage/members/notifications.ts'
import { queuePushes } from '#storage/push/pushes.ts'
import { mentionedIn } from './mentions.ts'

/**
 * Notifications of members: mentions, conversations that a colleague gave them, snoozed ones that came back,
 * replies of theirs that are held, reply-time targets that were missed, and actions that wait for approval.
 */

export type Notification = NotificationRow

/** Characters of a message that its notification shows. */
const TEXT_MAX = 200

type NotificationInput = Pick<NewNotification, 'conversationId' | 'messageId' | 'actorId'> & { now: Date }

/** Tells the members whom an internal note mentions, but for its author; `before` is the text it had, if it was edited. */
export async function notifyMentioned(tx: Queries, text: string, told: NotificationInput, before = ''): Promise<void> {
  if (!text.includes('@')) return
  const members = await listMembers(tx)
  const known = new Set(mentionedIn(before, members))
  const fresh = mentionedIn(text, members).filter((member) => !known.has(member) && member.id !== told.actorId)
  await tell(
    tx,
    'mention',
    fresh.map(({ id }) => id),
    told,
  )
}

/** Tells a member that a conversation is theirs now, unless they took it themselves. */
export async function tellAssigned(
  tx: Queries,
  memberId: string,
  told: Omit<NotificationInput, 'messageId'>,
): Promise<void> {
  if (memberId !== told.actorId) await tell(tx, 'assignment', [memberId], { ...told, messageId: null })
}

/** Tells a member that a conversation is back whose snooze has ended. */
export async function notifySnoozeEnded(
  tx: Queries,
  memberId: string,
  told: Pick<NotificationInput, 'conversationId' | 'now'>,
): Promise<void> {
  await tell(tx, 'return', [memberId], { ...told, messageId: null, actorId: null })
}

/** Notifies members that a scheduled reply was not sent at its time: the customer wrote first, or it was refused. */
export async function notifyReplyHeld(
  tx: Queries,
  memberIds: string[],
  told: Pick<NotificationInput, 'conversationId' | 'now'>,
): Promise<void> {
  await tell(tx, 'held', memberIds, { ...told, messageId: null, actorId: null })
}

/** Tells members that a reply-time target of a conversation was missed. */
export async function insertMissedTargetNotifications(
  tx: Queries,
  memberIds: string[],
  told: Pick<NotificationInput, 'conversationId' | 'now'>,
): Promise<void> {
  await tell(tx, 'missed', memberIds, { ...told, messageId: null, actorId: null })
}

/** Notifies members that an action which the AI agent prepared waits for approval. */
export async function insertApprovalNotifications(
  tx: Queries,
  memberIds: string[],
  told: Pick<NotificationInput, 'conversationId' | 'now'>,
): Promise<void> {
  await tell(tx, 'approval', memberIds, { ...told, messageId: null, actorId: null })
}

async function tell(
  tx: Queries,
  kind: NewNotification['kind'],
  memberIds: string[],
  told: NotificationInput,
): Promise<void> {
  if (memberIds.length === 0) return
  const { now, ...rest } = told
  const made = memberIds.sort().map((memberId) => ({ ...rest, kind, memberId, id: newId(), createdAt: now }))
  const { conversationId } = told
  const missed = memberIds.map((memberId) => ({ memberId, conversationId, kind, since: now }))
  await Promise.all([
    insertNotifications(tx, made, NOTIFICATIONS_KEPT),
    watchForMissedNews(tx, missed),
    queuePushes(tx, { memberIds, conversationId, kind, since: now }),
  ])
}

/** The member's own, newest first. */
export function listMyNotifications(caller: Caller, memberId: string): Promise<Notification[]> {
  return listNotifications(caller.shop, memberId, caller.access ?? null, {
    limit: NOTIFICATIONS_KEPT,
    textMax: TEXT_MAX,
  })
}

/** Marks the member's own as read: all, or those of one conversation. Their other screens hear of it. */
export async function markNotificationsRead(
  caller: Caller,
  memberId: string,
  conversationId: string | null,
): Promise<void> {
  const [anyRead] = await Promise.all([
    readNotifications(caller.shop, memberId, { conversationId, now: currentTime() }),
    forgetMissedNews(caller.shop, memberId, conversationId),
  ])
  if (anyRead) caller.shop.signal({ kind: 'notified', id: memberId })
}
