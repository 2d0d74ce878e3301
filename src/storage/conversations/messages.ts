import { decodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'
import { type PageRequest, toWirePage, type WirePage } from '#database/json-page.ts'
import type { RowOf } from '#database/table-schema.ts'
import { SENT_MESSAGE } from './columns.ts'

type MessageColumns = RowOf<typeof SENT_MESSAGE>

/** A message to be written. Fields that are left out have the columns' defaults. */
export type NewMessage = Pick<
  MessageColumns,
  | 'id'
  | 'position'
  | 'senderType'
  | 'senderName'
  | 'memberId'
  | 'text'
  | 'isAdmin'
  | 'isAutomated'
  | 'isBot'
  | 'isNote'
  | 'isFirst'
  | 'isTransfer'
  | 'createdAt'
> &
  Partial<MessageColumns>

/** A message as stored: its list form, and the two keys that only the single-message endpoint adds. */
export interface MessageRow {
  renderedJson: string
  isDeleted: boolean
  contentType: string
}

/** A message that was just written. */
export interface StoredMessage extends MessageRow {
  id: string
  position: string
}

/** Writes one message; returns it as stored. Open sockets are notified. */
export async function insertMessage(tx: Queries, conversationId: string, message: NewMessage): Promise<StoredMessage> {
  tx.signal({ kind: 'changed', id: conversationId })
  const { sql, values } = insertOfMessage(conversationId, message, 2)
  const [row] = await tx.query<{ renderedJson: string }>(`${sql} returning rendered_json`, values)
  return toStored(message, (row as { renderedJson: string }).renderedJson)
}

/** The insert as a part of a larger statement, with parameters from `$first` on; the caller appends what it returns. */
export function insertOfMessage(conversationId: string, message: NewMessage, first: number) {
  const { sql, values } = SENT_MESSAGE.insert({ ...message, conversationId }, first)
  return { sql: `insert into messages ${sql}`, values }
}

/** A message that was just written, with its list form. */
export function toStored(message: NewMessage, renderedJson: string): StoredMessage {
  const { id, position, isDeleted = false, contentType = 'text' } = message
  return { id, position, renderedJson, isDeleted, contentType }
}

/** One message by its UUID or number, deleted ones included. */
export async function findMessage(shop: Queries, conversationId: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await shop.query<MessageRow>(
    'select rendered_json, is_deleted, content_type from messages where shop_id = $1 and id = $3 and conversation_id = $2',
    [conversationId, id],
  )
  return row
}

/** The message that its sender's browser gave this `clientId`, in whichever conversation of the store. */
export async function findMessageByClientId(
  shop: Queries,
  clientId: string,
): Promise<(StoredMessage & { conversationId: string }) | undefined> {
  const [row] = await shop.query<StoredMessage & { conversationId: string }>(
    `select conversation_id, id, position, rendered_json, is_deleted, content_type from messages
     where shop_id = $1 and client_id = $2`,
    [clientId],
  )
  return row
}

const CURSOR = ['number'] as const

/** Whether a cursor is one of `listMessages`. */
export function isMessageCursor(cursor: string): boolean {
  return decodeCursor(cursor, CURSOR) !== null
}

/** A conversation's messages in the order they were written, or the reverse, without deleted ones. */
export async function listMessages(
  shop: Queries,
  conversationId: string,
  page: PageRequest & { order: 'asc' | 'desc' },
): Promise<WirePage> {
  const after = page.cursor === null ? null : decodeCursor(page.cursor, CURSOR)
  const [comparison, direction] = page.order === 'asc' ? ['>', 'asc'] : ['<', 'desc']
  const rows = await shop.queryBytes(
    `select rendered_json, position from messages
     where shop_id = $1 and conversation_id = $2 and not is_deleted ${after ? `and position ${comparison} $4` : ''}
     order by position ${direction} limit $3`,
    [conversationId, page.limit + 1, ...(after ? [after[0] as number] : [])],
  )
  return toWirePage(rows, page.limit, ([, position]) => [Number(position)])
}

/** Whether the AI agent, or an assistant in its name, has said something to the customer. */
export async function hasBotMessage(tx: Queries, conversationId: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from messages where shop_id = $1 and conversation_id = $2 and is_bot and not is_note limit 1',
    [conversationId],
  )
  return rows.length > 0
}

/** How many messages the customer can see: no notes, no deleted ones, no transfer lines (spec C9.3). */
export async function countVisibleMessages(tx: Queries, conversationId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from messages
     where shop_id = $1 and conversation_id = $2 and not is_note and not is_deleted and not is_transfer`,
    [conversationId],
  )
  return row?.count ?? 0
}
