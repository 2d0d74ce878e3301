import type { Caller } from '#core/caller.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { changeAssignee } from '#core/conversations/state.ts'
import { unlessDeleted } from '#core/errors.ts'
import { TEAMS_MAX } from '#core/limits.ts'
import { listHeldForTeams } from '#storage/teams/team-assignment-queue.ts'

/**
 * Hands a member's open conversations back to the teams that they are with, those that were active last first; what is
 * snoozed, or with no team, stays theirs. Each is an act of its own, as when somebody unassigns it. At most
 * TEAMS_MAX.handedBack at once; `isWhole` says whether that were all.
 */
export async function returnOpenToTeams(
  caller: Caller,
  memberId: string,
): Promise<{ count: number; isWhole: boolean }> {
  const ids = await listHeldForTeams(caller.shop, memberId, TEAMS_MAX.handedBack + 1)
  const taken = ids.slice(0, TEAMS_MAX.handedBack)
  let count = 0
  for (const id of taken) {
    const changed = await unlessDeleted(
      changeConversation(caller, id, (change) => {
        const { memberId: holder, status, teamId } = change.conversation
        if (holder !== memberId || status !== 'open' || teamId === null) return false
        changeAssignee(change, null, memberId)
        return true
      }),
    )
    if (changed?.result) count++
  }
  return { count, isWhole: ids.length === taken.length }
}
