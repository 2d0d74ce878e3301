import type { Queries } from '#database/database.ts'
import { isIn, type SegmentConditionRow } from './conditions.ts'

/** Segments of contacts, and who uses them (migrations/0003). */

export interface SegmentRow {
  id: string
  name: string
  conditions: SegmentConditionRow[]
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, name, conditions, created_at, updated_at'

/** A store's segments, by name. */
export function listSegments(shop: Queries, limit: number): Promise<SegmentRow[]> {
  return shop.query<SegmentRow>(
    `select ${COLUMNS} from segments where shop_id = $1 order by lower(name), id limit $2`,
    [limit],
  )
}

export async function findSegment(shop: Queries, id: string): Promise<SegmentRow | undefined> {
  const [row] = await shop.query<SegmentRow>(`select ${COLUMNS} from segments where shop_id = $1 and id = $2`, [id])
  return row
}

/** Inserts a segment, or changes the one with the same id. */
export async function saveSegment(tx: Queries, segment: SegmentRow): Promise<void> {
  const { id, name, conditions, createdAt, updatedAt } = segment
  await tx.query(
    `insert into segments (shop_id, id, name, conditions, created_at, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (shop_id, id) do update set name = excluded.name, conditions = excluded.conditions,
       updated_at = excluded.updated_at`,
    [id, name, conditions, createdAt, updatedAt],
  )
}

export async function deleteSegment(tx: Queries, id: string): Promise<void> {
  await tx.query('delete from segments where shop_id = $1 and id = $2', [id])
}

/** Saved views that are narrowed to a segment, the store's first. */
export function listViewsWithSegment(
  tx: Queries,
  id: string,
  limit: number,
): Promise<{ name: string; memberId: string | null }[]> {
  return tx.query(
    `select name, member_id from saved_views where shop_id = $1 and filters->>'segment' = $2
     order by member_id is not null, position, id limit $3`,
    [id, limit],
  )
}

/** Which segments contacts are in, by the contacts' ids: of all segments, or of those that are named. */
export async function listSegmentsOf(
  shop: Queries,
  contactIds: string[],
  { now, among = null }: { now: Date; among?: string[] | null },
): Promise<Map<string, { id: string; name: string }[]>> {
  const rows = await shop.query<{ contactId: string; id: string; name: string }>(
    `select k.id as contact_id, s.id, s.name from contacts k join segments s on s.shop_id = $1
     where k.shop_id = $1 and k.id = any($2::text[]) and ($4::text[] is null or s.id = any($4::text[]))
       and ${isIn('s.conditions', '$3')}
     order by lower(s.name), s.id`,
    [contactIds, now, among],
  )
  const found = new Map<string, { id: string; name: string }[]>()
  for (const { contactId, ...segment } of rows) found.set(contactId, [...(found.get(contactId) ?? []), segment])
  return found
}
