import type { Queries } from '#database/database.ts'

/** What is taken into account when conversations are given to members (migrations/0002). */

export interface MemberSkills {
  /** The most open conversations at once that they are given by the service; null for any number. */
  capacity: number | null
  /** That they speak with customers: two letters each. */
  languages: string[]
}

/** Skills of all members of a store, by id. */
export async function listSkills(shop: Queries): Promise<Map<string, MemberSkills>> {
  const rows = await shop.query<MemberSkills & { id: string }>(
    'select id, capacity, languages from members where shop_id = $1',
  )
  return new Map(rows.map(({ id, ...skills }) => [id, skills]))
}

/** False where there is no such member. */
export async function saveSkills(tx: Queries, id: string, { capacity, languages }: MemberSkills): Promise<boolean> {
  const rows = await tx.query(
    'update members set capacity = $3, languages = $4 where shop_id = $1 and id = $2 returning id',
    [id, capacity, languages],
  )
  return rows.length > 0
}
