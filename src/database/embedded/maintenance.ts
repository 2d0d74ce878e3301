/**
 * The embedded database has no background process that tidies it. So this looks as often as PostgreSQL's does, by its own
 * measures, for tables to vacuum or to analyze: plans made before a table was first counted can be far off.
 */
export const MAINTENANCE_MS = 60_000

/** autovacuum's thresholds, at their defaults. A table that was never counted has -1 rows. */
const NEEDY = `
  with known as (
    select s.relname as name, greatest(c.reltuples, 0) as rows, s.n_dead_tup as dead, s.n_ins_since_vacuum as inserted,
      s.n_mod_since_analyze as modified
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.schemaname = 'public'
  ), judged as (
    select name, dead > 50 + 0.2 * rows or inserted > 1000 + 0.2 * rows as to_vacuum, modified > 50 + 0.1 * rows as to_analyze
    from known
  )
  select name, to_vacuum, to_analyze from judged where to_vacuum or to_analyze order by name`

interface Needy {
  name: string
  toVacuum: boolean
  toAnalyze: boolean
}

/**
 * Tidies the tables that need it, one statement each, so that others wait briefly. `run` runs a statement while nothing
 * else does; what fails is tried again by the next look.
 */
export async function maintain(
  read: (sql: string) => Promise<Needy[]>,
  run: (sql: string) => Promise<unknown>,
): Promise<void> {
  for (const { name, toVacuum, toAnalyze } of await read(NEEDY)) {
    const act = toVacuum ? `vacuum ${toAnalyze ? '(analyze) ' : ''}` : 'analyze '
    await run(act + name).catch(() => {})
  }
}
