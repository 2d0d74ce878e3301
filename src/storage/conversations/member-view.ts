import type { FormatRange } from '#base/formatting.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'
import type { PageRequest } from '#database/json-page.ts'
import { DELIVERY, type MessageDelivery } from '#storage/channels/delivery.ts'
import type { OriginalWords } from './columns.ts'

/** A message as the team reads it: the REST record's 20 keys as JSON, where it stands, and its latest change. */
export interface MemberMessageRow {
  renderedJson: string
  isDeleted: boolean
  contentType: string
  position: string
  revision: string
  clientId: string | null
  original: OriginalWords | null
  formatting: FormatRange[] | null
  delivery: MessageDelivery | null
}

const CURSOR = ['number'] as const

export function isMemberMessageCursor(cursor: string): boolean {
  return decodeCursor(cursor, CURSOR) !== null
}

/** A page of a conversation from its end upwards, notes and deleted messages included. Newest first. */
export async function listMemberMessages(
  shop: Queries,
  conversationId: string,
  page: PageRequest,
): Promise<{ messages: MemberMessageRow[]; nextCursor: string | null }> {
  const before = page.cursor === null ? null : decodeCursor(page.cursor, CURSOR)
  const rows = await shop.query<MemberMessageRow>(
    `select rendered_json, is_deleted, content_type, position, coalesce(revision, position) as revision, client_id, g.original, g.formatting, ${DELIVERY} from messages g
     where shop_id = $1 and conversation_id = $2 ${before ? 'and position < $4' : ''}
     order by position desc limit $3`,
    [conversationId, page.limit + 1, ...(before ? [before[0] as number] : [])],
  )
  const messages = rows.slice(0, page.limit)
  const last = messages.at(-1)
  return { messages, nextCursor: rows.length > page.limit && last ? encodeCursor([Number(last.position)]) : null }
}

/** One message, wherever it is in its conversation. */
export async function findMemberMessage(
  shop: Queries,
  conversationId: string,
  id: string,
): Promise<MemberMessageRow | undefined> {
  const [row] = await shop.query<MemberMessageRow>(
    `select rendered_json, is_deleted, content_type, position, coalesce(revision, position) as revision, client_id, g.original, g.formatting, ${DELIVERY} from messages g
     where shop_id = $1 and id = $3 and conversation_id = $2`,
    [conversationId, id],
  )
  return row
}

/** How far a conversation has changed. */
export async function findRevision(shop: Queries, conversationId: string): Promise<number> {
  const [row] = await shop.query<{ lastPosition: string }>(
    'select last_position from conversations where shop_id = $1 and id = $2',
    [conversationId],
  )
  return Number(row?.lastPosition ?? 0)
}
