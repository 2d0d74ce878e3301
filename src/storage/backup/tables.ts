import type { Queries, SystemQueries } from '#database/database.ts'

/** A table whose rows are in a backup: those of the stores. */
export interface TableShape {
  name: string
  /** The columns that are stored as given; what is generated follows from them. */
  columns: { name: string; type: string }[]
}

/** All tables of stores, each after those that its foreign keys name. */
export async function listTables(queries: SystemQueries): Promise<TableShape[]> {
  const tables = await queries.query<TableShape & { parents: string[] }>(
    `select c.relname as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
          from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select coalesce(json_agg(distinct p.relname), '[]')
          from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as parents
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'shop_id' and not a.attisdropped)
     order by c.relname`,
  )
  const sorted: TableShape[] = []
  const isDone = (name: string) => sorted.some((table) => table.name === name)
  while (sorted.length < tables.length) {
    const next = tables.find(({ name, parents }) => !isDone(name) && parents.every(isDone))
    if (!next) throw new Error('tables reference each other in a circle')
    sorted.push({ name: next.name, columns: next.columns })
  }
  return sorted
}

/** What a database holds already: the names of its stores, and the tables that have rows. */
export async function describeContents(queries: SystemQueries): Promise<{ stores: string[]; tables: string[] }> {
  const tables: string[] = []
  for (const { name } of await listTables(queries)) {
    const [row] = await queries.query(`select 1 as found from ${quote(name)} limit 1`)
    if (row) tables.push(name)
  }
  const stores = tables.includes('shops')
    ? await queries.query<{ name: string }>('select name from shops order by created_at, shop_id limit 5')
    : []
  return { stores: stores.map(({ name }) => name), tables }
}

export async function countRows(queries: SystemQueries, table: string): Promise<number> {
  const [row] = await queries.query<{ count: number }>(`select count(*)::float8 as count from ${quote(table)}`)
  return row?.count ?? 0
}

/** Migrations that the database has. */
export async function listApplied(queries: SystemQueries): Promise<string[]> {
  const rows = await queries.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}

/** A name as SQL takes it, whatever characters it has. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Deletes up to `limit` rows of the store in a table, those that nobody holds; returns how many. */
export async function deleteSomeRows(shop: Queries, table: string, limit: number): Promise<number> {
  const name = quote(table)
  const rows = await shop.query(
    `delete from ${name} where shop_id = $1 and ctid = any(array(select ctid from ${name} where shop_id = $1 limit $2 for update skip locked))
     returning 1`,
    [limit],
  )
  return rows.length
}

/** Deletes what the store has in a table; returns how many rows. */
export async function deleteRows(tx: Queries, table: string): Promise<number> {
  return (await tx.query(`delete from ${quote(table)} where shop_id = $1 returning 1`)).length
}
