import type { Queries } from '#database/database.ts'

export interface CannedReplyRow {
  id: string
  shortcut: string
  text: string
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, shortcut, text, created_at, updated_at'

export function listCannedReplies(shop: Queries, limit: number): Promise<CannedReplyRow[]> {
  return shop.query<CannedReplyRow>(
    `select ${COLUMNS} from canned_replies where shop_id = $1 order by shortcut limit $2`,
    [limit],
  )
}

export async function findCannedReply(shop: Queries, id: string): Promise<CannedReplyRow | undefined> {
  const [row] = await shop.query<CannedReplyRow>(
    `select ${COLUMNS} from canned_replies where shop_id = $1 and id = $2`,
    [id],
  )
  return row
}

/** The id of the reply that has this shortcut. */
export async function findShortcut(shop: Queries, shortcut: string): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>('select id from canned_replies where shop_id = $1 and shortcut = $2', [
    shortcut,
  ])
  return row?.id
}

/** Inserts a reply, or changes the one with the same id. */
export async function saveCannedReply(
  tx: Queries,
  reply: CannedReplyRow & { updatedBy: string | null },
): Promise<CannedReplyRow> {
  const [row] = await tx.query<CannedReplyRow>(
    `insert into canned_replies (shop_id, id, shortcut, text, updated_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (shop_id, id) do update set shortcut = excluded.shortcut, text = excluded.text,
       updated_by = excluded.updated_by, updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [reply.id, reply.shortcut, reply.text, reply.updatedBy, reply.createdAt, reply.updatedAt],
  )
  return row as CannedReplyRow
}

export async function deleteCannedReply(shop: Queries, id: string): Promise<boolean> {
  const rows = await shop.query('delete from canned_replies where shop_id = $1 and id = $2 returning id', [id])
  return rows.length > 0
}
