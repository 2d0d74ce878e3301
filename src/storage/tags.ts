import type { Queries } from './database.ts'

/** The store's catalog, in the order of code points. */
export async function listTags(shop: Queries): Promise<string[]> {
  const rows = await shop.query<{ name: string }>('select name from tags where shop_id = $1 order by name')
  return rows.map((row) => row.name)
}

/**
 * Brings the tag filter's index and the catalog in line with a conversation's new tags. Sorted, so that two writers
 * who add the same new tags to the catalog wait for each other in one order.
 */
export async function indexTags(
  tx: Queries,
  conversationId: string,
  change: { added: string[]; removed: string[]; now: Date },
): Promise<void> {
  const added = [...change.added].sort()
  await Promise.all([
    added.length > 0 &&
      tx.query(
        'insert into tags (shop_id, name, created_at) select $1, t.name, $3 from unnest($2::text[]) as t (name) on conflict do nothing',
        [added, change.now],
      ),
    added.length > 0 &&
      tx.query(
        `insert into conversation_tags (shop_id, tag, conversation_id)
         select $1, t.name, $3 from unnest($2::text[]) as t (name) on conflict do nothing`,
        [added, conversationId],
      ),
    change.removed.length > 0 &&
      tx.query('delete from conversation_tags where shop_id = $1 and conversation_id = $3 and tag = any($2::text[])', [
        change.removed,
        conversationId,
      ]),
  ])
}
