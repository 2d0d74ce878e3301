import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due-stores.ts'
import { LISTED } from '../listed-conversations.ts'

/** Teams that are to be looked at (migrations/0017), and what they have to give out. */

export interface TeamWork {
  id: string
  teamId: string
}

/** A team has something to give out; workers hear of it at the commit. */
export async function insertTeamWork(tx: Queries, { id, teamId, dueAt }: TeamWork & { dueAt: Date }): Promise<void> {
  tx.announce?.('team_assignment_queue')
  await tx.query('insert into team_assignment_queue (shop_id, id, team_id, due_at) values ($1, $2, $3, $4)', [
    id,
    teamId,
    dueAt,
  ])
}

/** Nobody of the team was free: it is looked at again at a time, or when somebody may be. One row a team. */
export async function scheduleAssignmentRetry(shop: Queries, teamId: string, dueAt: Date): Promise<void> {
  await shop.query(
    `insert into team_assignment_queue (shop_id, id, team_id, due_at) values ($1, $2, $2, $3)
     on conflict (shop_id, id) do update set due_at = excluded.due_at`,
    [teamId, dueAt],
  )
}

export function findStoresWithTeamWork(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  return findStoresDue(system, { table: 'team_assignment_queue', time: 'due_at' }, now, limit)
}

/** Conversations to check, due or not: the caller knows that a member may be free. */
export function listTeamWork(shop: Queries, limit: number): Promise<TeamWork[]> {
  return shop.query<TeamWork>(
    'select id, team_id from team_assignment_queue where shop_id = $1 order by due_at, id limit $2',
    [limit],
  )
}

export async function deleteTeamWork(shop: Queries, ids: string[]): Promise<void> {
  await shop.query('delete from team_assignment_queue where shop_id = $1 and id = any($2::text[])', [ids])
}

const WAITING = `${LISTED} and member_id is null and status = 'open'
  and not is_chat_bot and snoozed_until is null`

/** Conversations of a team that nobody has, waiting longest first. */
export async function listWaiting(shop: Queries, teamId: string, limit: number): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `select id from conversations where shop_id = $1 and team_id = $2 and ${WAITING} order by active_key, id limit $3`,
    [teamId, limit],
  )
  return rows.map(({ id }) => id)
}

/** Clears a deleted team from up to `limit` conversations that no other transaction has locked. Returns how many. */
export async function clearTeam(tx: Queries, teamId: string, limit: number): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    `update conversations set team_id = null where shop_id = $1 and id = any (array(
       select c.id from conversations c where c.shop_id = $1 and c.team_id = $2 and ${LISTED} order by c.id limit $3
       for update skip locked))
     returning id`,
    [teamId, limit],
  )
  for (const { id } of rows) tx.signal({ kind: 'changed', id })
  return rows.length
}

/** Whether any conversation is still with a team. */
export async function hasConversationsInTeam(shop: Queries, teamId: string): Promise<boolean> {
  const rows = await shop.query(
    `select 1 as found from conversations where shop_id = $1 and team_id = $2 and ${LISTED} limit 1`,
    [teamId],
  )
  return rows.length > 0
}

/** Open conversations of a member that are with a team, by id; snoozed ones stay theirs. */
export async function listHeldForTeams(shop: Queries, memberId: string, limit: number): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `select id from conversations where shop_id = $1 and member_id = $2 and ${LISTED}
       and status = 'open' and snoozed_until is null and team_id is not null order by active_key desc, id desc limit $3`,
    [memberId, limit],
  )
  return rows.map(({ id }) => id)
}
