import type { Queries } from '#database/database.ts'

/** Guidance of the AI agent as it is kept (migrations/0072); core/guidance/guidance.ts says what its content holds. */
export interface GuidanceRow {
  id: string
  name: string
  isOn: boolean
  position: number
  content: object
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, name, is_on, position, content, created_at, updated_at'

/** A store's guidance in its order. */
export function listGuidance(shop: Queries, limit: number, which: 'all' | 'on' = 'all'): Promise<GuidanceRow[]> {
  return shop.query<GuidanceRow>(
    `select ${COLUMNS} from ai_guidance where shop_id = $1 ${which === 'on' ? 'and is_on' : ''}
     order by position, id limit $2`,
    [limit],
  )
}

/** Inserts guidance, or changes the one with the same id. */
export async function saveGuidance(tx: Queries, one: GuidanceRow): Promise<void> {
  const { id, name, isOn, position, content, createdAt, updatedAt } = one
  await tx.query(
    `insert into ai_guidance (shop_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (shop_id, id) do update set name = excluded.name, is_on = excluded.is_on, position = excluded.position,
       content = excluded.content, updated_at = excluded.updated_at`,
    [id, name, isOn, position, content, createdAt, updatedAt],
  )
}

/** Gives guidance its places: that of each in the list. */
export async function placeGuidance(tx: Queries, ids: string[]): Promise<void> {
  await tx.query(
    `update ai_guidance g set position = o.position from unnest($2::text[]) with ordinality as o (id, position)
     where g.shop_id = $1 and g.id = o.id and g.position <> o.position`,
    [ids],
  )
}

export async function deleteGuidance(tx: Queries, id: string): Promise<void> {
  await tx.query('delete from ai_guidance where shop_id = $1 and id = $2', [id])
}
