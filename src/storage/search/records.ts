import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import { indexRecords, type SearchKind, type SearchTexts } from './search-index.ts'

/** A record of a store's catalogue, orders or knowledge base: what is looked up by, and the data that is given out as it is. */
export interface CommerceRow<Data extends object = object> {
  id: string
  data: Data
  updatedAt: Date
}

/** A record as it is given out. */
export interface SearchHit<Data> {
  id: string
  data: Data
}

/** The columns that each kind of record has. */
export const RECORD = { id: 'text', data: 'jsonb', updated_at: 'timestamptz' }

/** Inserts searched records, or replaces those with the same ids whole, with all that they are found by. */
export async function saveSearched<Row extends CommerceRow>(
  tx: Queries,
  table: 'collections' | 'discounts',
  kind: SearchKind,
  columns: Record<string, string>,
  rows: Row[],
  textsOf: (row: Row) => SearchTexts,
): Promise<void> {
  const before = await lockRecords<Row>(tx, table, rows)
  await Promise.all([
    insertRows(tx, table, columns, rows, 'replace'),
    indexRecords(tx, kind, rows.map(textsOf), before.map(textsOf)),
  ])
}

/** Deletes a searched record with all that it is found by. */
export async function deleteSearched<Row extends CommerceRow>(
  tx: Queries,
  table: 'products' | 'collections' | 'discounts',
  kind: SearchKind,
  id: string,
  textsOf: (row: Row) => SearchTexts,
): Promise<void> {
  const before = await lockRecords<Row>(tx, table, [{ id }])
  await Promise.all([
    indexRecords(tx, kind, [], before.map(textsOf)),
    tx.query(`delete from ${table} where shop_id = $1 and id = $2`, [id]),
  ])
}

/** Records that are about to be replaced, as they are: what they are found by is taken back. */
export function lockRecords<Row>(tx: Queries, table: string, rows: { id: string }[], also = 'id'): Promise<Row[]> {
  return tx.query<Row>(
    `select id, data, ${also} from ${table} where shop_id = $1 and id = any($2::text[]) order by id for update`,
    [rows.map(({ id }) => id)],
  )
}
