import type { Queries } from '#database/database.ts'
import { LISTED } from '../conversations/list.ts'

export interface TeamRow {
  id: string
  isActive: boolean
  /** Has the inbox open, and is not away. */
  isAvailable: boolean
  openCount: number
}

/** Members who may be given conversations, with how many open ones each has: those that were active since a time. */
export function readTeam(
  queries: Queries,
  ids: string[],
  { since, max }: { since: Date; max: number },
): Promise<TeamRow[]> {
  return queries.query<TeamRow>(
    `select m.id, m.active as is_active,
       m.active and m.enable_away_mode is not true and exists (
         select 1 from presence p where p.shop_id = $1 and p.kind = 'member' and p.id = m.id) as is_available,
       (select count(*)::int from (
          select 1 from conversations c where c.shop_id = $1 and c.member_id = m.id and c.status = 'open' and ${LISTED}
            and c.active_key >= $3 limit $4) held) as open_count
     from members m where m.shop_id = $1 and m.id = any($2::text[])`,
    [ids, since, max],
  )
}
