import type { Queries, SystemQueries } from '#database/database.ts'
import { findStoresDue } from '../due-stores.ts'
import { LISTED } from '../listed-conversations.ts'

/** Deactivated members whose open conversations are still theirs (migrations/0023). */

/** Marks those of the members that are not active; the worker that unassigns learns of it at the commit. */
export async function scheduleUnassign(tx: Queries, memberIds: string[], now: Date): Promise<void> {
  const marked = await tx.query(
    `update members set unassign_at = $3
     where shop_id = $1 and id = any($2::text[]) and not active and unassign_at is null returning id`,
    [memberIds, now],
  )
  if (marked.length > 0) tx.announce?.('unassign')
}

export function findStoresToUnassign(system: SystemQueries, now: Date, limit: number): Promise<string[]> {
  const marked = { table: 'members', time: 'unassign_at', where: 'unassign_at is not null' }
  return findStoresDue(system, marked, now, limit)
}

/** A store's marked members, those who were marked first. */
export async function listMembersToUnassign(shop: Queries, limit: number): Promise<{ id: string; active: boolean }[]> {
  return shop.query<{ id: string; active: boolean }>(
    'select id, active from members where shop_id = $1 and unassign_at is not null order by unassign_at, id limit $2',
    [limit],
  )
}

/** Removes the mark, because nothing is left, or the member was activated again. */
export async function endUnassign(shop: Queries, memberId: string): Promise<void> {
  await shop.query('update members set unassign_at = null where shop_id = $1 and id = $2', [memberId])
}

/** Open conversations of a member, snoozed ones included, those that were active last first. */
export async function listOpenOf(shop: Queries, memberId: string, limit: number): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `select id from conversations where shop_id = $1 and member_id = $2 and ${LISTED} and status = 'open'
     order by active_key desc, id desc limit $3`,
    [memberId, limit],
  )
  return rows.map(({ id }) => id)
}
