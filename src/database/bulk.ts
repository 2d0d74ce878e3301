import type { Queries } from './database.ts'

/**
 * Inserts any number of rows in one statement: they travel as one JSON value, which PostgreSQL takes apart by the
 * given column types, and what is the same in all of them travels once. Rows have the columns' names in camelCase; a
 * missing one is null.
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
  const record = types.join(', ')
  const { same, records } = takeSame(names, rows)
  await tx.query(
    `insert into ${table} (shop_id, ${names.join(', ')})
     select s.shop_id, ${names.map((name) => `coalesce(r.${name}, same.${name})`).join(', ')}
     from shops s, json_to_recordset($3::json) as same (${record}), json_to_recordset($2::json) as r (${record})
     where s.shop_id = $1
     ${conflict}`,
    [records, [same]], // a set, too: Citus cannot plan a function that returns one record
  )
}

type Row = Record<string, unknown>

/** Parts what all rows have in common from what each has of its own, by column; null is left out. */
function takeSame(names: string[], rows: readonly object[]): { same: Row; records: Row[] } {
  const same: Row = {}
  const own: [name: string, key: string][] = []
  for (const name of names) {
    const key = camel(name)
    const first = (rows[0] as Row)[key] ?? null
    if (!rows.every((row) => isSame((row as Row)[key] ?? null, first))) own.push([name, key])
    else if (first !== null) same[name] = first
  }
  return { same, records: rows.map((row) => Object.fromEntries(own.map(([name, key]) => [name, (row as Row)[key]]))) }
}

const isSame = (one: unknown, other: unknown) =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && one.length === 0 && other.length === 0) ||
  (one instanceof Date && other instanceof Date && one.getTime() === other.getTime())

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
}
