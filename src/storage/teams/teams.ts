import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'

/** Teams of members (migrations/0017). */

export interface TeamRow {
  id: string
  name: string
  /** Empty for none. */
  emoji: string
  memberIds: string[]
  /** How the team's conversations get to its members. */
  assignment: 'by_hand' | 'in_turn' | 'by_load'
  /** New conversations that the AI agent does not hold begin with it. */
  receivesNew: boolean
  /** Whether it gets conversations that the AI agent hands off. */
  receivesHandoffs: boolean
  /** Member who got the last conversation in turn. */
  lastMemberId: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS =
  'id, name, emoji, member_ids, assignment, receives_new, receives_handoffs, last_member_id, created_at, updated_at'

/** A store's teams, by name. */
export function listTeams(shop: Queries, limit: number): Promise<TeamRow[]> {
  return shop.query<TeamRow>(`select ${COLUMNS} from teams where shop_id = $1 order by lower(name), id limit $2`, [
    limit,
  ])
}

export async function findTeam(shop: Queries, id: string): Promise<TeamRow | undefined> {
  const [row] = await shop.query<TeamRow>(`select ${COLUMNS} from teams where shop_id = $1 and id = $2`, [id])
  return row
}

/** Inserts a team, or changes the one with the same id; whose turn it was last stays. */
export async function saveTeam(tx: Queries, team: Omit<TeamRow, 'lastMemberId'>): Promise<void> {
  const { id, name, emoji, memberIds, assignment, receivesNew, receivesHandoffs, createdAt, updatedAt } = team
  await tx.query(
    `insert into teams (shop_id, id, name, emoji, member_ids, assignment, receives_new, receives_handoffs, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (shop_id, id) do update set name = excluded.name, emoji = excluded.emoji,
       member_ids = excluded.member_ids, assignment = excluded.assignment, receives_new = excluded.receives_new,
       receives_handoffs = excluded.receives_handoffs, updated_at = excluded.updated_at`,
    [id, name, emoji, memberIds, assignment, receivesNew, receivesHandoffs, createdAt, updatedAt],
  )
}

/** Takes new conversations, or handoffs of the AI agent, away from the other teams: one team gets them. */
export async function takeFromOthers(
  tx: Queries,
  id: string,
  { receivesNew, receivesHandoffs }: Pick<TeamRow, 'receivesNew' | 'receivesHandoffs'>,
): Promise<void> {
  await tx.query(
    `update teams set receives_new = receives_new and not $3, receives_handoffs = receives_handoffs and not $4
     where shop_id = $1 and id <> $2 and ((receives_new and $3) or (receives_handoffs and $4))`,
    [id, receivesNew, receivesHandoffs],
  )
}

/** Keeps who was the last in turn. */
export async function saveTeamTurn(tx: Queries, id: string, memberId: string): Promise<void> {
  await tx.query('update teams set last_member_id = $3 where shop_id = $1 and id = $2', [id, memberId])
}

export async function deleteTeam(tx: Queries, id: string): Promise<void> {
  await tx.query('delete from teams where shop_id = $1 and id = $2', [id])
}

/** How many open conversations, not put aside, each team has; `most` and more are `most`. */
export async function countTeams(
  shop: Queries,
  access: ConversationAccess,
  most: number,
): Promise<Record<string, number>> {
  const params: Param[] = [most]
  const rows = await shop.query<{ id: string; count: number }>(
    `select t.id, (select count(*)::int from (
        select 1 from conversations c where c.shop_id = $1 and c.team_id = t.id and c.datastore = 'postgresql'
          and not c.is_playground and c.status = 'open' and c.snoozed_until is null${andMaySee(access, params, 'c')} limit $2) x) as count
     from teams t where t.shop_id = $1`,
    params,
    access ? 'by value' : undefined,
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}
