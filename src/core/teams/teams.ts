import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Actor, Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { TEAMS_MAX } from '#core/limits.ts'
import type { Queries, Transaction } from '#database/database.ts'
import { listMembers } from '#storage/members/members.ts'
import { findStore } from '#storage/stores/stores.ts'
import { insertTeamWork } from '#storage/teams/team-assignment-queue.ts'
import { deleteTeam, findTeam, listTeams, saveTeam, type TeamRow, takeFromOthers } from '#storage/teams/teams.ts'
import type { TeamDraft } from './team.ts'

/** A store's teams, as its admins keep them. */

export type StoreTeam = Omit<TeamRow, 'lastMemberId'>

/** All of them, by name. */
export async function listStoreTeams({ shop }: Pick<Caller, 'shop'>): Promise<StoreTeam[]> {
  return (await listTeams(shop, TEAMS_MAX.teams)).map(toView)
}

/** The team a body names. NOT_LISTED is for members; an unknown team is INVALID_PARAMS. */
export async function requireTeam(queries: Queries, id: string, name = 'team'): Promise<TeamRow> {
  const team = await findTeam(queries, id)
  if (!team) throw invalidParams(`${name} is not a team of this store.`)
  return team
}

/** INVALID_PARAMS for one that cannot be, and beyond their number. */
export function addTeam(caller: Caller, draft: TeamDraft): Promise<StoreTeam> {
  return change(caller, async (tx, teams) => {
    if (teams.length >= TEAMS_MAX.teams) {
      throw invalidParams(`A store has at most ${TEAMS_MAX.teams} teams; delete one first.`)
    }
    const now = currentTime()
    const team = await save(tx, teams, { ...draft, id: newId(), createdAt: now, updatedAt: now })
    await recordAudit(tx, caller.actor, 'team.created', team.id, { name: team.name })
    return team
  })
}

/** Changes parts of a team. What it has waiting is given out by how it is now. The audit log names what changed. */
export function editTeam(caller: Caller, id: string, edit: Partial<TeamDraft>): Promise<StoreTeam> {
  return change(caller, async (tx, teams) => {
    const before = requireOne(teams, id)
    const team = await save(tx, teams, { ...before, ...edit, updatedAt: currentTime() })
    const changed = (Object.keys(edit) as (keyof TeamDraft)[]).filter(
      (key) => JSON.stringify(before[key]) !== JSON.stringify(team[key]),
    )
    if (changed.length === 0) return team
    await recordAudit(tx, caller.actor, 'team.changed', id, { name: team.name, changed })
    await insertTeamWork(tx, { id: newId(), teamId: id, dueAt: team.updatedAt })
    return team
  })
}

/** Deletes a team. Its conversations keep their assignee; a worker clears the team from them. */
export function removeTeam(caller: Caller, id: string): Promise<void> {
  return change(caller, async (tx, teams) => {
    const { name } = requireOne(teams, id)
    await deleteTeam(tx, id)
    await insertTeamWork(tx, { id: newId(), teamId: id, dueAt: currentTime() })
    await recordAudit(tx, caller.actor, 'team.deleted', id, { name })
  })
}

/** Puts a member into these teams and takes them out of those; teams that are gone are left out. For single sign-on. */
export async function moveBetweenTeams(
  tx: Transaction,
  actor: Actor,
  memberId: string,
  { join, leave }: { join: readonly string[]; leave: readonly string[] },
): Promise<void> {
  await findStore(tx, true)
  for (const team of await listTeams(tx, TEAMS_MAX.teams)) {
    const isIn = team.memberIds.includes(memberId)
    const memberIds = join.includes(team.id)
      ? [...team.memberIds.filter((id) => id !== memberId), memberId]
      : team.memberIds.filter((id) => id !== memberId)
    if (isIn ? !leave.includes(team.id) : !join.includes(team.id) || memberIds.length > TEAMS_MAX.members) continue
    const updatedAt = currentTime()
    await saveTeam(tx, { ...team, memberIds, updatedAt })
    await recordAudit(tx, actor, 'team.changed', team.id, { name: team.name, changed: ['memberIds'] })
    await insertTeamWork(tx, { id: newId(), teamId: team.id, dueAt: updatedAt })
    tx.signal({ kind: 'teams' })
  }
}

/** Writers to a store's teams take turns; acts and open inboxes hear of what they did. */
function change<T>(caller: Caller, act: (tx: Transaction, teams: StoreTeam[]) => Promise<T>): Promise<T> {
  return caller.shop.transaction(async (tx) => {
    await findStore(tx, true)
    const result = await act(tx, (await listTeams(tx, TEAMS_MAX.teams)).map(toView))
    tx.signal({ kind: 'teams' })
    return result
  })
}

async function save(tx: Transaction, teams: StoreTeam[], given: StoreTeam): Promise<StoreTeam> {
  checkText(given.name, TEAMS_MAX.name, 'name')
  const team = { ...given, name: given.name.trim(), emoji: given.emoji.trim() }
  const others = teams.filter(({ id }) => id !== team.id)
  if (others.some(({ name }) => name.toLowerCase() === team.name.toLowerCase())) {
    throw invalidParams('name is already used by another team.')
  }
  if (!isEmoji(team.emoji)) throw invalidParams('emoji is one emoji, or empty.')
  if (new Set(team.memberIds).size !== team.memberIds.length) throw invalidParams('memberIds names a member twice.')
  const members = new Set((await listMembers(tx)).map(({ id }) => id))
  if (!team.memberIds.every((id) => members.has(id))) {
    throw invalidParams('memberIds: at least one is not a member of this store.')
  }
  await saveTeam(tx, team)
  await takeFromOthers(tx, team.id, team)
  return team
}

/** Whether a text is empty, or one emoji, however many code points that has. */
function isEmoji(text: string): boolean {
  const [first, ...more] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)
  return (
    first === undefined || (more.length === 0 && /^(\p{Extended_Pictographic}|\p{Regional_Indicator}{2})/u.test(text))
  )
}

function requireOne(teams: StoreTeam[], id: string): StoreTeam {
  const team = teams.find((one) => one.id === id)
  if (!team) throw notFound('Team')
  return team
}

function toView({ lastMemberId: _, ...team }: TeamRow): StoreTeam {
  return team
}
