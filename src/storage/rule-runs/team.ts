import type { Queries } from '#database/database.ts'
import { LISTED } from '../listed-conversations.ts'

export interface AssignableMember {
  id: string
  isActive: boolean
  /** Has the inbox open, is not away, and has fewer open conversations than their capacity. */
  isAvailable: boolean
  openCount: number
  languages: string[]
}

/** Members who may be given conversations, with how many open ones each has: those that were active since a time. */
export function readTeam(
  queries: Queries,
  ids: string[],
  { since, max }: { since: Date; max: number },
): Promise<AssignableMember[]> {
  return queries.query<AssignableMember>(
    `select t.id, t.is_active, t.open_count, t.languages,
       t.is_there and (t.capacity is null or t.open_count < t.capacity) as is_available
     from (
       select m.id, m.active as is_active, m.capacity, m.languages,
         m.active and m.enable_away_mode is not true and exists (
           select 1 from presence p where p.shop_id = $1 and p.kind = 'member' and p.id = m.id) as is_there,
         (select count(*)::int from (
            select 1 from conversations c where c.shop_id = $1 and c.member_id = m.id and c.status = 'open' and ${LISTED}
              and c.active_key >= $3 limit $4) held) as open_count
       from members m where m.shop_id = $1 and m.id = any($2::text[])) t`,
    [ids, since, max],
  )
}
