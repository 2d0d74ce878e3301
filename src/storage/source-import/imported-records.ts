import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'

/** The lasting map of an import from another help desk (migrations/0055). */

export type SourceKind = 'member' | 'contact' | 'conversation' | 'message' | 'file' | 'faq'

interface ImportedRecord {
  sourceId: string
  id: string
  version: string | null
}

/** Finds records of the source that were imported, by their ids there. */
export async function findImported(
  shop: Queries,
  source: string,
  kind: SourceKind,
  sourceIds: readonly string[],
): Promise<Map<string, ImportedRecord>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await shop.query<ImportedRecord>(
    `select source_id, id, version from imported_records
     where shop_id = $1 and source = $2 and kind = $3 and source_id = any($4::text[])`,
    [source, kind, sourceIds],
  )
  return new Map(rows.map((row) => [row.sourceId, row]))
}

/** Whether a record of ours came from this source. */
export async function isImported(shop: Queries, source: string, kind: SourceKind, id: string): Promise<boolean> {
  const rows = await shop.query(
    'select 1 from imported_records where shop_id = $1 and kind = $2 and id = $3 and source = $4 limit 1',
    [kind, id, source],
  )
  return rows.length > 0
}

/** Remembers records of one kind; fails where one of them is known. */
export async function insertImported(
  tx: Queries,
  source: string,
  kind: SourceKind,
  records: readonly { sourceId: string; id: string; version?: string | null }[],
): Promise<void> {
  const columns = { source: 'text', kind: 'text', source_id: 'text', id: 'text', version: 'text' }
  const rows = records.map((record) => ({ version: null, ...record, source, kind }))
  await insertRows(tx, 'imported_records', columns, rows)
}

/** Remembers a file, in place of one whose bytes are gone. */
export async function replaceImportedFile(tx: Queries, source: string, sourceId: string, id: string): Promise<void> {
  await tx.query(
    `insert into imported_records (shop_id, source, kind, source_id, id) values ($1, $2, 'file', $3, $4)
     on conflict (shop_id, source, kind, source_id) do update set id = excluded.id`,
    [source, sourceId, id],
  )
}

/** Stores up to which change a conversation was imported. */
export async function storeVersion(tx: Queries, source: string, sourceId: string, version: string): Promise<void> {
  await tx.query(
    `update imported_records set version = $4
     where shop_id = $1 and source = $2 and kind = 'conversation' and source_id = $3`,
    [source, sourceId, version],
  )
}
