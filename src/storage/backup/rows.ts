import type { Snapshot, SystemQueries } from '#database/database.ts'
import { quote, type TableShape } from './tables.ts'

/** What one fetch from a cursor should bring, so that memory stays bounded whatever the rows hold. */
const FETCH_BYTES = 1024 * 1024
const FETCH_ROWS_MAX = 5_000

/**
 * All rows of a table, or those for which the SQL `where` holds, as JSON objects of texts in PostgreSQL's own form. They
 * come in batches of bounded size.
 */
export function readRows(snapshot: Snapshot, { name, columns }: TableShape, where = 'true'): AsyncGenerator<Buffer[]> {
  const names = columns.map((column) => `'${column.name.replaceAll("'", "''")}'`).join(', ')
  const texts = columns.map((column) => `${quote(column.name)}::text`).join(', ')
  return readCursor(
    snapshot,
    `select json_object(array[${names}], array[${texts}]) from ${quote(name)} where ${where}`,
    ([json]) => json,
  )
}

export interface StoredUpload {
  shopId: string
  id: string
}

/** The files that were sent, of all stores or of those for which the SQL `where` holds. */
export async function* readUploads(snapshot: Snapshot, where = 'true'): AsyncGenerator<StoredUpload[]> {
  yield* readCursor(
    snapshot,
    `select shop_id, id from uploads where ${where} order by shop_id, id`,
    ([shopId, id]) => ({
      shopId: String(shopId),
      id: String(id),
    }),
  )
}

async function* readCursor<T>(
  snapshot: Snapshot,
  sql: string,
  read: (row: (Buffer | null)[]) => T | null | undefined,
): AsyncGenerator<T[]> {
  await snapshot.query(`declare rows no scroll cursor for ${sql}`)
  for (let wanted = 100; ; ) {
    const rows = await snapshot.queryBytes(`fetch ${wanted} from rows`)
    if (rows.length === 0) break
    yield rows.map(read).filter((row) => row !== null && row !== undefined)
    const bytes = rows.reduce((sum, row) => row.reduce((all, value) => all + (value?.length ?? 0), sum), 1)
    wanted = Math.max(1, Math.min(FETCH_ROWS_MAX, wanted * 4, Math.floor((rows.length * FETCH_BYTES) / bytes)))
  }
  await snapshot.query('close rows')
}

/** Stores rows as `readRows` gave them. `rows` is a JSON array of them. */
export async function insertRowsOfBackup(queries: SystemQueries, table: TableShape, rows: string): Promise<void> {
  if (queries.isSharded) return insertValues(queries, table, JSON.parse(rows) as RowTexts[])
  const names = table.columns.map((column) => quote(column.name))
  const values = table.columns.map((column) => `r.${quote(column.name)}::${column.type}`)
  await queries.query(
    `insert into ${quote(table.name)} (${names.join(', ')})
     select ${values.join(', ')}
       from json_to_recordset($1::text::json) as r (${names.map((column) => `${column} text`).join(', ')})`,
    [rows],
  )
}

/** A row as texts in PostgreSQL's own form, by column. */
export type RowTexts = Record<string, string | null>

/** Rows in one statement. Few numbers of them, so that a connection keeps few statements for each table. */
const TOGETHER = [64, 8, 1]

/**
 * On Citus each row's values stand in the statement. Selected rows would be copied to the workers, which row-level security
 * refuses the tables' owner; and what is wrong with a row would have no code.
 */
async function insertValues(queries: SystemQueries, { name, columns }: TableShape, rows: RowTexts[]): Promise<void> {
  const names = columns.map((column) => quote(column.name)).join(', ')
  let from = 0
  for (const count of TOGETHER) {
    const row = (i: number) => `(${columns.map(({ type }, j) => `$${i * columns.length + j + 1}::text::${type}`)})`
    const sql = `insert into ${quote(name)} (${names}) values ${Array.from({ length: count }, (_, i) => row(i))}`
    for (; from + count <= rows.length; from += count) {
      const values = rows.slice(from, from + count).flatMap((one) => columns.map((column) => one[column.name] ?? null))
      await queries.query(sql, values)
    }
  }
}
