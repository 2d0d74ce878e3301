import type { Transaction } from '#database/database.ts'
import type { AssigneeState } from '#storage/conversations/conversations.ts'
import { watchForMissedNews } from '#storage/mail/member-digest.ts'
import { listUnassignedListeners } from '#storage/mail/notification-preferences.ts'
import { queuePushes } from '#storage/push/pushes.ts'
import { type AssignmentState, isWithPeople } from './enqueue-team-assignment.ts'

/** What of a conversation says whether its customer waits for somebody who is there. */
interface WaitState extends AssignmentState {
  isRead: boolean
  assigneeState: AssigneeState | null
}

/** Whether a customer waits from now on in a conversation that no member who is there has. `before` is null for a new one. */
export const startsToWait = (before: WaitState | null, after: WaitState): boolean =>
  waitsForNobody(after) && !(before && waitsForNobody(before))

const waitsForNobody = (one: WaitState) => isWithPeople(one) && !one.isRead && one.assigneeState !== 'here'

/** Statements that put the conversation into the digest and the pushes of members who chose that; of its team where it has one. */
export async function notifyUnassigned(
  tx: Transaction,
  { id: conversationId, teamId }: { id: string; teamId: string | null },
  now: Date,
): Promise<(() => Promise<void>)[]> {
  const memberIds = await listUnassignedListeners(tx, teamId, { wantsAll: true })
  if (memberIds.length === 0) return []
  const news = { conversationId, kind: 'unassigned', since: now } as const
  return [
    () =>
      watchForMissedNews(
        tx,
        memberIds.map((memberId) => ({ ...news, memberId })),
      ),
    () => queuePushes(tx, { ...news, memberIds }),
  ]
}
