import type { SystemQueries } from '#database/database.ts'

/** Times in a table, in the order of an index: by store, by lane where there is one, by time. */
export interface Times {
  table: string
  time: string
  /** The index's column between store and time. */
  lane?: string
  /** The index's condition, where it has one. */
  where?: string
}

/**
 * Stores with a row whose time is up to `until`, the earliest first. Walks the index from store to store, one entry each:
 * what it costs grows with the stores that have something waiting, not with how much of it, nor with all stores.
 * On Citus, which walks no index from shard to shard, each shard looks at all its rows that are due.
 *
 * `which`: a condition more, about `e.shop_id` at the time `$1`.
 */
export async function findStoresDue(
  system: SystemQueries,
  { table, time, lane, where = 'true' }: Times,
  until: Date,
  limit: number,
  which = 'true',
): Promise<string[]> {
  const keys = lane ? `shop_id, ${lane}` : 'shop_id'
  const last = lane ? `e.shop_id, e.${lane}` : 'e.shop_id'
  const first = (more: string) =>
    `select ${keys}, ${time} as due from ${table} where ${where}${more} order by ${keys}, ${time} limit 1`
  const walk = `with recursive e as (
      (${first('')})
      union all
      select next.* from e cross join lateral (${first(` and (${keys}) > (${last})`)}) next)
    select e.shop_id from e where e.due <= $1 and ${which} group by e.shop_id order by min(e.due) limit $2`
  const lookAtAll = `select e.shop_id from ${table} e where ${where} and e.${time} <= $1 and ${which}
    group by e.shop_id order by min(e.${time}) limit $2`
  const rows = await system.query<{ shopId: string }>(system.isSharded ? lookAtAll : walk, [until, limit])
  return rows.map(({ shopId }) => shopId)
}
