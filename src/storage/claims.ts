import type { Queries } from '#database/database.ts'
import type { Times } from './due-stores.ts'

/** A table whose due rows are leased to one worker at a time. A null time, where the column allows it, is never due. */
export interface Queue extends Times {
  /** What a claim assigns to a row `q`, in addition to its time: `LEASE`, `ATTEMPT`, or other SQL. */
  assigns: string[]
  /** Columns of a claimed row `q`. */
  returns: string
  /** For a queue whose rows wait for others before them. */
  lanes?: Lanes
}

interface Lanes {
  /**
   * Rows with the same values in these columns are one lane. Only the first row of a lane may be claimed, and none while the
   * first one is leased or not due yet. Such a queue assigns `LEASE`.
   */
  columns: string[]
  /** The column that orders a lane: the last one of the table's index on the store, `columns` and it. */
  order: string
  /** If set: only rows whose `column` is among the ids that a query returns (`$1` the store, `$2` now) may be claimed. */
  only?: { column: string; ids: string }
}

/** Due rows that a claim from lanes reads at first: of a long queue, the beginning is mostly enough. */
const READ_FIRST = 200

/** Writes the claim's id into the column `lease`: later statements find the row by it while the lease is this worker's. */
export const LEASE = 'lease = $5'
/** Counts the claim in the column `attempts`. */
export const ATTEMPT = 'attempts = q.attempts + 1'

export interface Claim {
  now: Date
  /** When the rows are due again, unless the worker ends, postpones or extends its lease before. */
  leaseEnd: Date
  /** A UUID of this claim, for a queue that assigns `LEASE`. */
  lease: string
  /** Rows. */
  limit: number
}

/**
 * Leases due rows of a store to one worker, which gets up to `limit` of them, in no order; those that are due longest are
 * chosen first. Rows that another worker is claiming at this moment are skipped, not waited for. Each claimed row's time
 * becomes `leaseEnd`: if the worker fails or dies, the row is due again then, and no other clean-up is needed.
 *
 * Runs with `Queries.walk`: whatever the planner believes of a store, it has one plan, which finds rows in the order of the
 * queue's index and writes them by address (`ctid`). Whether a row is due is decided again once it is locked.
 */
export async function claimDue<Row>(
  shop: Queries,
  queue: Queue,
  { now, leaseEnd, limit, lease }: Omit<Claim, 'lease'> & { lease?: string },
): Promise<Row[]> {
  const { lanes, where = 'true' } = queue
  const params = [now, leaseEnd, limit, ...(lease === undefined ? [] : [lease])]
  if (!lanes) return shop.walk<Row>(leaseOf(queue, where), params)
  const sql = `${firstOfLanes(queue, lanes)} ${leaseOf(queue, 'w.ctid = any (array(select ctid from first_ones))')}`
  const claimed = await shop.walk<Row>(sql, [...params, READ_FIRST])
  // Rows behind a leased or postponed one may be all that was read, and hide rows that can be claimed: then all are read.
  return claimed.length > 0 ? claimed : shop.walk<Row>(sql, [...params, null])
}

/** Leases the rows `w` that are due and for which `which` holds. */
const leaseOf = ({ table, time, assigns, returns }: Queue, which: string) =>
  `update ${table} q set ${[`${time} = $3`, ...assigns]}
   where q.shop_id = $1 and q.ctid = any (array(
     select w.ctid from ${table} w where w.shop_id = $1 and ${which} and w.${time} <= $2
     order by w.${time} limit $4 for update skip locked))
   returning ${returns}`

/** Finds, among the `$6` rows that are due longest (null: all), those that are the first of their lane: `first_ones`. */
function firstOfLanes({ table, time, where = 'true' }: Queue, { columns, order, only }: Lanes): string {
  const columnsOf = (row: string) => columns.map((column) => `${row}.${column}`)
  const isSameLane = columns.map((column) => `e.${column} = d.${column}`).join(' and ')
  return `with ${only ? `allowed as materialized (${only.ids}),` : ''}
    longest_due as materialized (
      select d.ctid, d.${order}, ${columnsOf('d')} from ${table} d
      where d.shop_id = $1 and ${where} and d.${time} <= $2
        ${only ? `and d.${only.column} in (select id from allowed)` : ''}
      order by d.${time} limit $6),
    first_ones as materialized (
      select d.ctid from longest_due d where d.${order} = (
        select e.${order} from ${table} e where e.shop_id = $1 and ${isSameLane} and ${where}
        order by ${columnsOf('e')}, e.${order} limit 1))`
}

/** When the store's next row is due, or its lease ends; undefined if no row has a time. */
export async function nextDueAt(shop: Queries, { table, time, where = 'true' }: Times): Promise<Date | undefined> {
  const [row] = await shop.walk<{ dueAt: Date }>(
    `select ${time} as due_at from ${table} where shop_id = $1 and ${where} order by ${time} limit 1`,
  )
  return row?.dueAt
}
