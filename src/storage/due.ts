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

export interface LaneClaim {
  now: Date
  lease: string
  leaseEnd: Date
  limit: number
}

// Claims and looks at what is due walk (`Queries.walk`): whatever the planner believes of a store, it has the one plan that
// finds rows in the order of an index, and writes them by their address (`ctid`). And what is due is judged where it is
// locked, so that what another worker has claimed since the statement began is left alone.

/** Rows that a claim looks at first: of a long queue, its beginning is enough. */
const LOOKED_AT = 200

/**
 * Claims from a queue in which rows wait for others before them, by a statement that looks at so many due rows, or at all.
 * Those that were looked at may all stand behind one that is held or waits, and hide what can go: then all are.
 */
export async function claimFromLanes<T>(claim: (lookedAt: number | null) => Promise<T[]>): Promise<T[]> {
  const claimed = await claim(LOOKED_AT)
  return claimed.length > 0 ? claimed : claim(null)
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
