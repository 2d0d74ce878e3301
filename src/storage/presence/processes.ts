import type { SystemQueries } from '#database/database.ts'

/** Says that a process lives; answers whether it was not known, or not any more. */
export async function beat(system: SystemQueries, id: string, now: Date): Promise<boolean> {
  const [row] = await system.query<{ isNew: boolean }>(
    `insert into processes (id, seen_at) values ($1, $2)
     on conflict (id) do update set seen_at = excluded.seen_at returning xmax = 0 as is_new`,
    [id, now],
  )
  return row?.isNew === true
}

/** Processes that have not said so since. */
export async function listLost(system: SystemQueries, before: Date): Promise<string[]> {
  const rows = await system.query<{ id: string }>('select id from processes where seen_at < $1', [before])
  return rows.map(({ id }) => id)
}

/** Processes that presences name and that are not known: those came with a backup. */
export async function listUnknown(system: SystemQueries): Promise<string[]> {
  const named = await system.query<{ id: string }>('select distinct process_id as id from presence')
  const known = await system.query<{ id: string }>('select id from processes') // each is there before its presences
  return named.map(({ id }) => id).filter((id) => !known.some((process) => process.id === id))
}

export async function forget(system: SystemQueries, id: string): Promise<void> {
  await system.query('delete from processes where id = $1', [id])
}
