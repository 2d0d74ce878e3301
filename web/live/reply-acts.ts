import type { ReplyActs } from '../api/records.ts'
import { knownMembers } from '../api/team.ts'
import { snoozeTimes } from '../base/snooze-times.ts'
import { t } from '../base/texts.ts'

/** What canned replies do to the conversation, once they are sent. */

/** As the service is told it: who sends it, and until when on their clock, from now. */
export interface Along {
  tags?: string[]
  memberId?: string | null
  status?: 'resolved'
  snoozedUntil?: string
}

export function alongOf({ tags, assigneeId, status, snooze }: ReplyActs, me: string, now: Date): Along {
  const times = snoozeTimes(now)
  const memberId = assigneeId === 'me' ? me : assigneeId === 'nobody' ? null : assigneeId
  return {
    ...(tags && { tags }),
    ...(memberId !== undefined && { memberId }),
    ...(status && { status }),
    ...(snooze && { snoozedUntil: (times[snooze] ?? times.tomorrow).toISOString() }),
  }
}

export const SNOOZES: Record<NonNullable<ReplyActs['snooze']>, string> = {
  laterToday: t('Later today'),
  tomorrow: t('Tomorrow morning'),
  nextWeek: t('Next week'),
}

/** In words, one for each act. */
export function wordsOf({ tags, assigneeId, status, snooze }: ReplyActs): string[] {
  const words: string[] = []
  if (tags) words.push(t('Tags: {0}', tags.join(', ')))
  if (assigneeId === 'nobody') words.push(t('Assign to nobody'))
  else if (assigneeId === 'me') words.push(t('Assign to who sends it'))
  else if (assigneeId !== undefined) {
    const member = knownMembers().find(({ id }) => id === assigneeId)
    words.push(t('Assign to {0}', member?.fullName ?? assigneeId))
  }
  if (status) words.push(t('Resolve'))
  if (snooze) words.push(t('Snooze: {0}', SNOOZES[snooze]))
  return words
}
