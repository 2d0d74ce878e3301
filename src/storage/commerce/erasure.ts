import type { Queries } from '#database/database.ts'

/** What a store has of its shop: orders, carts, catalogue, how they are found, and what browsers told. */
const OF_SHOP = [
  { table: 'orders', key: 'id', of: 'true' },
  { table: 'order_actions', key: 'id', of: `state <> 'pending'` },
  { table: 'products', key: 'id', of: 'true' },
  { table: 'collections', key: 'id', of: 'true' },
  { table: 'discounts', key: 'id', of: 'true' },
  { table: 'size_guides', key: 'id', of: 'true' },
  { table: 'carts', key: 'id', of: 'true' },
  { table: 'search_postings', key: 'kind, token, id', of: `kind in ('p', 'c', 'd')` },
  // A hash of people stays, so that an older notice does not bring a redacted customer back.
  { table: 'shop_record_versions', key: 'kind, id', of: `kind not in ('contact', 'faq')` },
  // Browsers of nobody that is known, and what they told.
  { table: 'visitors', key: 'id', of: 'contact_id is null' },
  { table: 'page_context', key: 'session_id, kind', of: 'true' },
  { table: 'tracked_events', key: 'session_id, id', of: 'true' },
  { table: 'page_views', key: 'session_id, id', of: 'true' },
] as const

/** Deletes up to `limit` rows of what the store has of its shop; returns whether there may be more. */
export async function deleteSomeOfShop(tx: Queries, limit: number): Promise<boolean> {
  for (const table of APPROVED) if (await deleteApprovals(tx, table, limit)) return true
  for (const { table, key, of } of OF_SHOP) {
    const rows = await tx.query(
      `delete from ${table} where shop_id = $1 and (${key}) in (
         select ${key} from ${table} where shop_id = $1 and ${of} limit $2) returning 1`,
      [limit],
    )
    if (rows.length > 0) return true
  }
  return false
}

/** What a member may have to approve, and which of it can be deleted: a run that is pending is of a process. */
const APPROVED = [
  { name: 'order_approvals', of: 'true' },
  { name: 'custom_action_runs', of: `state <> 'pending'` },
] as const

/** Their conversations wait for approval no longer. Returns whether there were any. */
async function deleteApprovals(tx: Queries, { name, of }: (typeof APPROVED)[number], limit: number): Promise<boolean> {
  const rows = await tx.query<{ conversationId: string | null }>(
    `delete from ${name} where shop_id = $1 and id in (
       select id from ${name} where shop_id = $1 and ${of} limit $2) returning conversation_id`,
    [limit],
  )
  const conversations = await tx.query<{ id: string }>(
    `update conversations set waits_for_approval = false
     where shop_id = $1 and id = any($2::text[]) and waits_for_approval returning id`,
    [[...new Set(rows.flatMap(({ conversationId }) => conversationId ?? []))]],
  )
  for (const { id } of conversations) tx.signal({ kind: 'changed', id })
  return rows.length > 0
}
