import { newId } from '#base/ids.ts'
import type { Transaction } from '#database/database.ts'
import { insertTeamWork } from '#storage/teams/team-assignment-queue.ts'
import { getCachedTeams } from './teams-cache.ts'

/** What of a conversation says who looks after it. */
export interface AssignmentState {
  status: 'open' | 'resolved'
  isChatBot: boolean
  snoozedUntil: Date | null
  memberId: string | null
  teamId: string | null
}

/** Team for a conversation without one: for a new conversation, or for one that the AI agent hands off. */
export async function defaultTeamFor(
  tx: Transaction,
  { isNew, isHandedOver }: { isNew: boolean; isHandedOver: boolean },
  { teamId, memberId, isChatBot }: AssignmentState,
): Promise<string | undefined> {
  if ((!isNew && !isHandedOver) || teamId !== null || memberId !== null || isChatBot) return undefined
  const teams = await getCachedTeams(tx)
  return teams.find(({ receivesNew, receivesHandoffs }) => (isHandedOver ? receivesHandoffs : receivesNew))?.id
}

/**
 * A statement that an act adds to its own where it left a conversation for its team to give out; or, where it may have made
 * somebody free, news for the worker at its commit. `before` is null for a new conversation. It is given out a moment later
 * (core/team-work).
 */
export async function enqueueTeamAssignment(
  tx: Transaction,
  before: AssignmentState | null,
  after: AssignmentState,
  now: Date,
): Promise<(() => Promise<void>) | undefined> {
  const { teamId } = after
  const isNews = before === null || !waits(before) || before.teamId !== teamId
  const holder = before && takesRoom(before) ? before.memberId : null
  const isFreed = holder !== null && !(takesRoom(after) && after.memberId === holder)
  if (!isFreed && !(waits(after) && isNews)) return undefined
  const teams = await getCachedTeams(tx)
  if (isFreed && teams.some(({ assignment }) => assignment !== 'by_hand')) tx.announce?.('team_assignment_queue')
  if (teamId === null || !waits(after) || !isNews) return undefined
  if (teams.find(({ id }) => id === teamId)?.assignment === 'by_hand') return undefined
  return () => insertTeamWork(tx, { id: newId(), teamId, dueAt: now })
}

/** Its team has to find somebody for it. */
const waits = (one: AssignmentState) => one.teamId !== null && one.memberId === null && isWithPeople(one)
/** Whether it counts among its member's open conversations. */
const takesRoom = ({ status }: AssignmentState) => status === 'open'
export const isWithPeople = ({ status, isChatBot, snoozedUntil }: AssignmentState) =>
  status === 'open' && !isChatBot && snoozedUntil === null
