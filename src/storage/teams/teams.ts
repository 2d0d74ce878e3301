import type { Queries } from '#database/database.ts'

/** Teams of members (migrations/0083). */

export interface TeamRow {
  id: string
  name: string
  /** Empty for none. */
  emoji: string
  memberIds: string[]
  /** How the team's conversations get to its members. */
  assignment: 'by_hand' | 'in_turn' | 'by_load'
  /** New conversations that the AI agent does not hold begin with it. */
  takesNew: boolean
  /** What the AI agent hands over goes to it. */
  takesHandOvers: boolean
  /** Who got the last conversation in turn. */
  lastMemberId: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS =
  'id, name, emoji, member_ids, assignment, takes_new, takes_hand_overs, last_member_id, created_at, updated_at'

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
  const { id, name, emoji, memberIds, assignment, takesNew, takesHandOvers, createdAt, updatedAt } = team
  await tx.query(
    `insert into teams (shop_id, id, name, emoji, member_ids, assignment, takes_new, takes_hand_overs, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (shop_id, id) do update set name = excluded.name, emoji = excluded.emoji,
       member_ids = excluded.member_ids, assignment = excluded.assignment, takes_new = excluded.takes_new,
       takes_hand_overs = excluded.takes_hand_overs, updated_at = excluded.updated_at`,
    [id, name, emoji, memberIds, assignment, takesNew, takesHandOvers, createdAt, updatedAt],
  )
}

/** New conversations, or what the AI agent hands over, go to one team at most: the others give that up. */
export async function takeFromOthers(
  tx: Queries,
  id: string,
  { takesNew, takesHandOvers }: Pick<TeamRow, 'takesNew' | 'takesHandOvers'>,
): Promise<void> {
  await tx.query(
    `update teams set takes_new = takes_new and not $3, takes_hand_overs = takes_hand_overs and not $4
     where shop_id = $1 and id <> $2 and ((takes_new and $3) or (takes_hand_overs and $4))`,
    [id, takesNew, takesHandOvers],
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
export async function countTeams(shop: Queries, most: number): Promise<Record<string, number>> {
  const rows = await shop.query<{ id: string; count: number }>(
    `select t.id, (select count(*)::int from (
        select 1 from conversations c where c.shop_id = $1 and c.team_id = t.id and c.datastore = 'postgresql'
          and not c.is_playground and c.status = 'open' and c.snoozed_until is null limit $2) x) as count
     from teams t where t.shop_id = $1`,
    [most],
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}
