/**
 * A database's schema as lines in one order, so that two can be compared: tables with their columns, constraints and
 * indexes, functions, triggers, row-level security. Columns are sorted by name: nothing reads them by their place.
 */
export async function describeSchema(query: (sql: string) => Promise<{ line: string }[]>): Promise<string[]> {
  const lines: string[] = []
  for (const part of PARTS) lines.push(...(await query(part)).map(({ line }) => line.replace(/\s+/g, ' ').trim()))
  return lines.sort()
}

const OURS = `c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'`

const PARTS = [
  `select concat_ws(' ', c.relname, 'of kind', c.relkind, array_to_string(c.reloptions, ', ')) as line
   from pg_class c where ${OURS} and c.relkind not in ('i', 't')`,

  `select concat_ws(' ', c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
     case when a.attcollation <> t.typcollation then 'collate ' || l.collname end,
     case when a.attnotnull then 'not null' end,
     case when a.attgenerated = 's' then 'generated' when d.adbin is not null then 'default' end,
     pg_get_expr(d.adbin, d.adrelid)) as line
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     left join pg_collation l on l.oid = a.attcollation
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${OURS} and c.relkind = 'r'`,

  // Newer versions of PostgreSQL list "not null" as constraints too.
  `select concat_ws(' ', c.relname, 'constraint', k.conname, pg_get_constraintdef(k.oid)) as line
   from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OURS} and k.contype <> 'n'`,

  `select pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid where ${OURS}`,

  `select concat_ws(' ', c.relname, 'row level security', c.relrowsecurity, 'forced', c.relforcerowsecurity, p.polname,
     p.polcmd, p.polpermissive, p.polroles::text, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as line
   from pg_class c left join pg_policy p on p.polrelid = c.oid where ${OURS} and c.relkind = 'r'`,

  `select pg_get_triggerdef(g.oid) as line from pg_trigger g join pg_class c on c.oid = g.tgrelid
   where ${OURS} and not g.tgisinternal`,

  `select pg_get_functiondef(p.oid) as line from pg_proc p where p.pronamespace = 'public'::regnamespace`,

  `select concat_ws(' ', 'type', t.typname, t.typtype) as line from pg_type t
   where t.typnamespace = 'public'::regnamespace and t.typtype not in ('c', 'b')`,
]
