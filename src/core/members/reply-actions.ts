import { checkText } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { TAG_MAX } from '#core/limits.ts'
import { requireTeam } from '#core/teams/teams.ts'
import type { Queries } from '#database/database.ts'
import type { TeamRow } from '#storage/teams/teams.ts'
import { requireActiveMember } from './members.ts'

/** What is to be done along with a reply, now or whenever a canned reply is sent. */
interface Acts {
  tags?: string[]
  /** Null if no member needs to be looked up. */
  memberId: string | null | undefined
  teamId?: string
  status?: 'resolved'
  snoozes: boolean
}

/** INVALID_PARAMS for acts that cannot be done along with one reply; returns the team that they name. */
export async function validateReplyActions(
  tx: Queries,
  { tags = [], memberId, teamId, status, snoozes }: Acts,
): Promise<TeamRow | undefined> {
  for (const tag of tags) checkText(tag, TAG_MAX, 'tags')
  if (status && snoozes) throw invalidParams('A reply resolves or snoozes, not both.')
  if (memberId !== undefined && teamId !== undefined) {
    throw invalidParams('A reply assigns to a member or gives to a team, not both.')
  }
  if (memberId) await requireActiveMember(tx, memberId)
  return teamId === undefined ? undefined : requireTeam(tx, teamId, 'teamId')
}
