import { TEAMS_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { listTeams, type TeamRow } from '#storage/teams/teams.ts'

/** About what a team takes in memory beside its members' ids. */
const TEAM_BYTES = 500

/** The store's teams from memory: for acts, which ask each time. Another process's change is known a moment later. */
export function getCachedTeams(queries: Queries): Promise<TeamRow[]> {
  return queries.memory.recall('teams', queries.shopId, async () => {
    const value = await listTeams(queries, TEAMS_MAX.teams)
    const ids = value.reduce((sum, { memberIds }) => sum + memberIds.length, 0)
    return { value, bytes: TEAM_BYTES * (value.length + 1) + 60 * ids }
  })
}
