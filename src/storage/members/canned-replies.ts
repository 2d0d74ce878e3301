import type { Queries } from '#database/database.ts'
import type { AttachedFile } from '../files/files.ts'

/** What a canned reply does to the conversation, once it is sent. */
export interface ReplyActs {
  tags?: string[]
  /** A member's id, `me` (the sender), or `nobody`. */
  assigneeId?: string
  /** The team that gets it; not with assigneeId. */
  teamId?: string
  status?: 'resolved'
  snooze?: 'laterToday' | 'tomorrow' | 'nextWeek'
}

export interface CannedReplyRow {
  id: string
  /** Whose own it is; null for the whole store's. */
  memberId: string | null
  shortcut: string
  text: string
  actions: ReplyActs
  /** Files that go with it, as messages have them. */
  files: AttachedFile[]
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, member_id, shortcut, text, actions, files, created_at, updated_at'

/** The store's and a member's own, by shortcut. */
export function listCannedReplies(shop: Queries, memberId: string, limit: number): Promise<CannedReplyRow[]> {
  return shop.query<CannedReplyRow>(
    `select ${COLUMNS} from canned_replies where shop_id = $1 and (member_id is null or member_id = $2)
     order by shortcut, id limit $3`,
    [memberId, limit],
  )
}

/** Inserts a reply, or changes the one with the same id. */
export async function saveCannedReply(
  tx: Queries,
  reply: CannedReplyRow & { updatedBy: string | null },
): Promise<CannedReplyRow> {
  const [row] = await tx.query<CannedReplyRow>(
    `insert into canned_replies (shop_id, id, member_id, shortcut, text, actions, files, updated_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (shop_id, id) do update set member_id = excluded.member_id, shortcut = excluded.shortcut,
       text = excluded.text, actions = excluded.actions, files = excluded.files, updated_by = excluded.updated_by, updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [
      reply.id,
      reply.memberId,
      reply.shortcut,
      reply.text,
      reply.actions,
      reply.files,
      reply.updatedBy,
      reply.createdAt,
      reply.updatedAt,
    ],
  )
  return row as CannedReplyRow
}

export async function deleteCannedReply(tx: Queries, id: string): Promise<void> {
  await tx.query('delete from canned_replies where shop_id = $1 and id = $2', [id])
}
