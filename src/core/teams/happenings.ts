import { newId } from '#base/ids.ts'
import type { Transaction } from '#database/database.ts'
import { insertTeamWork } from '#storage/teams/work.ts'
import { recallTeams } from './known.ts'

/** What of a conversation says who looks after it. */
export interface LookedAfter {
  status: 'open' | 'resolved'
  isChatBot: boolean
  snoozedUntil: Date | null
  memberId: string | null
  teamId: string | null
}

/** The team that a conversation goes to by itself, where it has none: as a new one, or handed over by the AI agent. */
export async function teamFor(
  tx: Transaction,
  { isNew, isHandedOver }: { isNew: boolean; isHandedOver: boolean },
  { teamId, memberId, isChatBot }: LookedAfter,
): Promise<string | undefined> {
  if ((!isNew && !isHandedOver) || teamId !== null || memberId !== null || isChatBot) return undefined
  const teams = await recallTeams(tx)
  return teams.find(({ takesNew, takesHandOvers }) => (isHandedOver ? takesHandOvers : takesNew))?.id
}

/**
 * A statement that an act adds to its own where it left a conversation for its team to give out; or, where it may have made
 * somebody free, news for the worker at its commit. `before` is null for a new conversation. It is given out a moment later
 * (core/team-work).
 */
export async function noteForTeams(
  tx: Transaction,
  before: LookedAfter | null,
  after: LookedAfter,
  now: Date,
): Promise<(() => Promise<void>) | undefined> {
  const { teamId } = after
  const isNews = before === null || !waits(before) || before.teamId !== teamId
  const holder = before && takesRoom(before) ? before.memberId : null
  const isFreed = holder !== null && !(takesRoom(after) && after.memberId === holder)
  if (!isFreed && !(waits(after) && isNews)) return undefined
  const teams = await recallTeams(tx)
  if (isFreed && teams.some(({ assignment }) => assignment !== 'by_hand')) tx.announce?.('team_work')
  if (teamId === null || !waits(after) || !isNews) return undefined
  if (teams.find(({ id }) => id === teamId)?.assignment === 'by_hand') return undefined
  return () => insertTeamWork(tx, { id: newId(), teamId, dueAt: now })
}

/** Its team has to find somebody for it. */
const waits = (one: LookedAfter) => one.teamId !== null && one.memberId === null && isWithPeople(one)
/** It counts among what its member has open. */
const takesRoom = ({ status }: LookedAfter) => status === 'open'
const isWithPeople = ({ status, isChatBot, snoozedUntil }: LookedAfter) =>
  status === 'open' && !isChatBot && snoozedUntil === null
