import { openChange } from '#core/conversations/conversation-transaction.ts'
import { changeAssignee } from '#core/conversations/state.ts'
import { type LanguageOf, languageOfCase, teamOf } from '#core/rule-runs/load-rule-context.ts'
import { pickAssignee } from '#core/teams/team.ts'
import type { Shop } from '#database/database.ts'
import { takeTurn } from '#storage/locks.ts'
import { readCase } from '#storage/rule-runs/rule-context.ts'
import { findTeam, saveTeamTurn } from '#storage/teams/teams.ts'

/**
 * Assigns one conversation of a team to the next member, with the event and the notification of any assignment. One
 * transaction of a store at a time chooses, so that turns are fair and nobody gets more than their capacity. `nobody`: no
 * member of the team is free. `settled`: it has somebody, or does not wait for its team any more.
 */
export function assignQueued(
  shop: Shop,
  { teamId, id }: { teamId: string; id: string },
  languageOf: LanguageOf,
): Promise<'given' | 'settled' | 'nobody'> {
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'rules')
    const change = await openChange(tx, id)
    const { status, isChatBot, snoozedUntil, memberId, teamId: current } = change.conversation
    const team = await findTeam(tx, teamId)
    const isWaiting = current === teamId && memberId === null && status === 'open' && !isChatBot && !snoozedUntil
    if (!isWaiting || !team || team.assignment === 'by_hand') return 'settled'
    const [members, found] = await Promise.all([teamOf(tx, team.memberIds), readCase(tx, id, 'newest')])
    const next = pickAssignee(
      { ...team, assignment: team.assignment },
      members,
      found ? languageOfCase(found, languageOf) : null,
    )
    if (next === undefined) return 'nobody'
    changeAssignee(change, next, null)
    change.addStatement(() => saveTeamTurn(tx, teamId, next))
    await change.save('last')
    return 'given'
  })
}
