import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Queries } from './database.ts'
import type { PageRequest } from './wire-page.ts'

/** A message as the team reads it: the REST record's 20 keys as JSON, where it stands, and its latest change. */
export interface TeamMessageRow {
  wire: string
  isDeleted: boolean
  contentType: string
  position: string
  revision: string
  clientId: string | null
}

const CURSOR = ['number'] as const

export function isTeamCursor(cursor: string): boolean {
  return decodeCursor(cursor, CURSOR) !== null
}

/** A page of a conversation from its end upwards, notes and deleted messages included. Newest first. */
export async function listTeamMessages(
  shop: Queries,
  conversationId: string,
  page: PageRequest,
): Promise<{ messages: TeamMessageRow[]; nextCursor: string | null }> {
  const before = page.cursor === null ? null : decodeCursor(page.cursor, CURSOR)
  const rows = await shop.query<TeamMessageRow>(
    `select wire, is_deleted, content_type, position, coalesce(revision, position) as revision, client_id from messages
     where shop_id = $1 and conversation_id = $2 ${before ? 'and position < $4' : ''}
     order by position desc limit $3`,
    [conversationId, page.limit + 1, ...(before ? [before[0] as number] : [])],
  )
  const messages = rows.slice(0, page.limit)
  const last = messages.at(-1)
  return { messages, nextCursor: rows.length > page.limit && last ? encodeCursor([Number(last.position)]) : null }
}

/** One message, wherever it is in its conversation. */
export async function findTeamMessage(
  shop: Queries,
  conversationId: string,
  id: string,
): Promise<TeamMessageRow | undefined> {
  const [row] = await shop.query<TeamMessageRow>(
    `select wire, is_deleted, content_type, position, coalesce(revision, position) as revision, client_id from messages
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

/** A contact's newest orders: those of their own, and those that carry their address. */
export async function listOrders(
  shop: Queries,
  contact: { id: string; emailKey: string | null },
  limit: number,
): Promise<object[]> {
  const rows = await shop.query<{ data: object }>(
    `select data from (
       (select id, data, updated_at from orders where shop_id = $1 and contact_id = $2 order by updated_at desc limit $4)
       union
       (select id, data, updated_at from orders where shop_id = $1 and email_key = $3 order by updated_at desc limit $4)
     ) o order by coalesce(data->>'createdAt', data->>'processedAt', '') desc, id desc limit $4`,
    [contact.id, contact.emailKey, limit],
  )
  return rows.map(({ data }) => data)
}
