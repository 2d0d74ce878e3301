import type { Queries } from '#database/database.ts'

/** The store's catalog, in no order: databases have no alphabet in common. */
export async function listTags(shop: Queries): Promise<string[]> {
  const rows = await shop.query<{ name: string }>('select name from tags where shop_id = $1')
  return rows.map((row) => row.name)
}

/**
 * Adds what is new to the catalog. Sorted, so that two writers who add the same tags wait for each other in one order
 * (storage/locks.ts).
 */
export async function addToCatalog(tx: Queries, tags: Iterable<string>, now: Date): Promise<void> {
  const names = [...new Set(tags)].sort()
  if (names.length === 0) return
  await tx.query(
    `insert into tags (shop_id, name, created_at)
     select s.shop_id, t.name, $3 from shops s, unnest($2::text[]) as t (name) where s.shop_id = $1 on conflict do nothing`,
    [names, now],
  )
}

/** Brings the tag filter's index and the catalog in line with a conversation's new tags. */
export async function indexTags(
  tx: Queries,
  conversationId: string,
  change: { added: string[]; removed: string[]; now: Date },
): Promise<void> {
  const { added } = change
  await Promise.all([
    addToCatalog(tx, added, change.now),
    added.length > 0 &&
      tx.query(
        `insert into conversation_tags (shop_id, tag, conversation_id)
         select s.shop_id, t.name, $3 from shops s, unnest($2::text[]) as t (name) where s.shop_id = $1
         on conflict do nothing`,
        [added, conversationId],
      ),
    change.removed.length > 0 &&
      tx.query('delete from conversation_tags where shop_id = $1 and conversation_id = $3 and tag = any($2::text[])', [
        change.removed,
        conversationId,
      ]),
  ])
}

/** How many tags the tag filter's index has for a conversation. */
export async function countIndexed(tx: Queries, conversationId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from conversation_tags where shop_id = $1 and conversation_id = $2',
    [conversationId],
  )
  return row?.count ?? 0
}
