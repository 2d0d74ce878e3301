import type { Queries } from './database.ts'

/**
 * Inserts any number of rows in one statement: they travel as one JSON value, which PostgreSQL takes apart by the
 * given column types. Rows have the columns' names in camelCase; a missing one is null.
 * `replace` overwrites rows with the same key (by default the id) whole, `skip` leaves them as they are.
 */
export async function insertRows(
  tx: Queries,
  table: string,
  columns: Record<string, string>,
  rows: readonly object[],
  onConflict: 'fail' | 'skip' | 'replace' = 'fail',
  key: string[] = ['id'],
): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns)
  const types = names.map((name) => `${name} ${columns[name]}`)
  const conflict = {
    fail: '',
    skip: 'on conflict do nothing',
    replace: `on conflict (shop_id, ${key.join(', ')}) do update set ${names
      .filter((n) => !key.includes(n))
      .map((n) => `${n} = excluded.${n}`)
      .join(', ')}`,
  }[onConflict]
  const byColumn = Object.fromEntries(names.map((name) => [name, camel(name)]))
  const records = rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[byColumn[name] as string] ?? null])),
  )
  await tx.query(
    `insert into ${table} (shop_id, ${names.join(', ')})
     select s.shop_id, r.* from shops s, json_to_recordset($2::json) as r (${types.join(', ')}) where s.shop_id = $1
     ${conflict}`,
    [records],
  )
}

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
}
