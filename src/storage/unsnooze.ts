import type { Queries, SystemQueries } from '#database/database.ts'

/** Snoozed conversations whose time has come (migrations/0004). */

/** Conversations that one look for stores reads, however many are due on a Monday morning; the next look goes on. */
const LOOK = 5_000

/** Stores with such conversations, longest due first. */
export async function findShopsWithReturns(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    `select shop_id from (
       select shop_id, snoozed_until from conversations where snoozed_until <= $1 order by snoozed_until limit $3) due
     group by shop_id order by min(snoozed_until) limit $2`,
    [now, limit, LOOK],
  )
  return rows.map((row) => row.shopId)
}

/**
 * Locks up to `limit` of a store's, longest due first; those that somebody writes to wait for the next look. Not `claimDue`:
 * a lease is not needed, because the caller returns them in the same transaction.
 */
export async function lockReturns(tx: Queries, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.walk<{ id: string }>(
    `select id from conversations where shop_id = $1 and snoozed_until <= $2
     order by snoozed_until limit $3 for update skip locked`,
    [now, limit],
  )
  return rows.map(({ id }) => id)
}
