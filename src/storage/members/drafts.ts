import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'

/** Drafts of members (migrations/0042). */

export interface DraftRow {
  conversationId: string
  /** Null: it was sent, or emptied. */
  draft: object | null
  updatedAt: Date
}

const COLUMNS = 'conversation_id, draft, updated_at'

/** A member's drafts since a time, newest first; of conversations that they may not see (any more), none. */
export function listDrafts(
  shop: Queries,
  memberId: string,
  access: ConversationAccess,
  { since, limit }: { since: Date; limit: number },
): Promise<DraftRow[]> {
  const params: Param[] = [memberId, since, limit]
  const seen = andMaySee(access, params, 'c')
  const isSeen =
    seen && `and exists (select 1 from conversations c where c.shop_id = $1 and c.id = drafts.conversation_id${seen})`
  return shop.query<DraftRow>(
    `select ${COLUMNS} from drafts where shop_id = $1 and member_id = $2 and updated_at > $3 ${isSeen}
     order by updated_at desc limit $4`,
    params,
  )
}

export async function findDraft(
  shop: Queries,
  memberId: string,
  conversationId: string,
): Promise<DraftRow | undefined> {
  const [row] = await shop.query<DraftRow>(
    `select ${COLUMNS} from drafts where shop_id = $1 and member_id = $2 and conversation_id = $3`,
    [memberId, conversationId],
  )
  return row
}

/** Keeps a draft, and forgets the member's that are older than `since`. Of a redacted conversation nothing is kept. */
export async function saveDraft(
  tx: Queries,
  memberId: string,
  { conversationId, draft, updatedAt }: DraftRow,
  since: Date,
): Promise<void> {
  const [row] = await tx.query<{ isRedacted: boolean }>(
    'select is_redacted from conversations where shop_id = $1 and id = $2 for share',
    [conversationId],
  )
  if (row?.isRedacted !== false) return
  await tx.query(
    `insert into drafts (shop_id, member_id, conversation_id, draft, updated_at) values ($1, $2, $3, $4::json, $5)
     on conflict (shop_id, member_id, conversation_id) do update set
       draft = excluded.draft, updated_at = excluded.updated_at`,
    [memberId, conversationId, draft, updatedAt],
  )
  await tx.query('delete from drafts where shop_id = $1 and member_id = $2 and updated_at <= $3', [memberId, since])
}
