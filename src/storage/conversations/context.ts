import type { Queries } from '#database/database.ts'

/** What surrounds a conversation: the pages its session viewed, and the AI's summary. */

export interface BrowsedPageRow {
  url: string
  title: string
  viewedAt: Date
}

/** The newest pages of a session viewed after `since`, newest first. */
export function listBrowsedPages(
  shop: Queries,
  sessionId: string,
  since: Date,
  limit: number,
): Promise<BrowsedPageRow[]> {
  return shop.query<BrowsedPageRow>(
    `select url, title, viewed_at from page_views
     where shop_id = $1 and session_id = $2 and viewed_at > $3 order by viewed_at desc, id desc limit $4`,
    [sessionId, since, limit],
  )
}

export interface SummaryRow {
  text: string
  createdAt: Date
  updatedAt: Date
}

export async function findSummary(shop: Queries, conversationId: string): Promise<SummaryRow | undefined> {
  const [row] = await shop.query<SummaryRow>(
    'select text, created_at, updated_at from conversation_summaries where shop_id = $1 and conversation_id = $2',
    [conversationId],
  )
  return row
}

/** Stores a conversation's summary of what was said until `saidAt`; it replaces one that was made before that. */
export async function saveSummary(
  tx: Queries,
  conversationId: string,
  { text, saidAt, now }: { text: string; saidAt: Date; now: Date },
): Promise<void> {
  await tx.query(
    `insert into conversation_summaries (shop_id, conversation_id, text, created_at, updated_at)
     values ($1, $2, $3, $4, $4)
     on conflict (shop_id, conversation_id) do update set text = excluded.text, updated_at = excluded.updated_at
     where conversation_summaries.updated_at < $5`,
    [conversationId, text, now, saidAt],
  )
  tx.signal({ kind: 'details', id: conversationId })
}
