import type { Along, ReplyActs } from '../api/records.ts'
import { knownMembers } from '../api/team/team.ts'
import { knownTeams } from '../api/team/teams.ts'
import { snoozeTimes } from '../base/snooze-times.ts'
import { t } from '../base/texts.ts'
import { moment } from '../base/time.ts'

/** What canned replies do to the conversation, once they are sent. */

/** Actions as the service takes them: with the sender, and the end of a snooze on their clock, from `at` on. */
export function alongOf({ tags, assigneeId, teamId, status, snooze }: ReplyActs, me: string, at: Date): Along {
  const times = snoozeTimes(at)
  const memberId = assigneeId === 'me' ? me : assigneeId === 'nobody' ? null : assigneeId
  return {
    ...(tags && { tags }),
    ...(memberId !== undefined && { memberId }),
    ...(teamId && { teamId }),
    ...(status && { status }),
    ...(snooze && { snoozedUntil: (times[snooze] ?? times.tomorrow).toISOString() }),
  }
}

/** Actions that also resolve the conversation, which is then not snoozed. */
export function resolving({ snooze: _, ...acts }: ReplyActs = {}): ReplyActs {
  return { ...acts, status: 'resolved' }
}

export const SNOOZES: Record<NonNullable<ReplyActs['snooze']>, string> = {
  laterToday: t('Later today'),
  tomorrow: t('Tomorrow morning'),
  nextWeek: t('Next week'),
}

/** In words, one for each act. */
export const wordsOf = ({ assigneeId, snooze, ...acts }: ReplyActs): string[] => [
  ...wordsOfAlong({ ...acts, ...(assigneeId && { memberId: assigneeId === 'nobody' ? null : assigneeId }) }),
  ...(snooze ? [t('Snooze: {0}', SNOOZES[snooze])] : []),
]

/** Texts for actions that are scheduled already. */
export function wordsOfAlong({ tags, memberId, teamId, status, snoozedUntil }: Along): string[] {
  const words: string[] = []
  if (tags) words.push(t('Tags: {0}', tags.join(', ')))
  if (memberId === null) words.push(t('Assign to nobody'))
  else if (memberId === 'me') words.push(t('Assign to the sender'))
  else if (memberId !== undefined) {
    const member = knownMembers().find(({ id }) => id === memberId)
    words.push(t('Assign to {0}', member?.fullName ?? memberId))
  }
  if (teamId) {
    const team = knownTeams().find(({ id }) => id === teamId)
    words.push(t('Give to {0}', team?.name ?? t('a former team')))
  }
  if (status) words.push(t('Resolve'))
  if (snoozedUntil) words.push(t('Snooze: {0}', moment(snoozedUntil)))
  return words
}
