import { decodeCursor } from './cursor.ts'
import type { Queries } from './database.ts'
import { type PageRequest, toWirePage, type WirePage } from './wire-page.ts'

/** A message to be written. Fields that are left out have the columns' defaults. */
export interface NewMessage {
  id: string
  position: string
  senderType: 'customer' | 'agent' | 'bot' | 'system'
  senderName: string
  memberId: string | null
  text: string
  isAdmin: boolean
  isAutomated: boolean
  isBot: boolean
  isNote: boolean
  isFirst: boolean
  isTransfer: boolean
  createdAt: Date
  isQuickReplyMsg?: boolean
  isAskBotMessage?: boolean
  contentType?: 'text' | 'file'
  files?: object[]
  replyMessage?: object | null
  /** What the browser that sent it calls it; unique in the store. */
  clientId?: string
}

/** A message as stored: its list form, and the two keys that only the single-message endpoint adds. */
export interface MessageRow {
  wire: string
  isDeleted: boolean
  contentType: string
}

/** Writes one message; answers it as stored. Open sockets hear of it. */
export async function insertMessage(tx: Queries, conversationId: string, message: NewMessage): Promise<MessageRow> {
  tx.signal({ kind: 'changed', id: conversationId })
  const [row] = await tx.query<MessageRow>(
    `insert into messages (shop_id, conversation_id, id, position, sender_type, sender_name, member_id, text,
       is_admin, is_automated, is_bot, is_note, is_first, is_transfer, created_at,
       is_quick_reply_msg, content_type, files, reply_message, client_id, is_ask_bot_message)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::json, $19::json, $20, $21)
     returning wire, is_deleted, content_type`,
    [
      conversationId,
      message.id,
      message.position,
      message.senderType,
      message.senderName,
      message.memberId,
      message.text,
      message.isAdmin,
      message.isAutomated,
      message.isBot,
      message.isNote,
      message.isFirst,
      message.isTransfer,
      message.createdAt,
      message.isQuickReplyMsg ?? false,
      message.contentType ?? 'text',
      message.files ?? [],
      message.replyMessage ?? null,
      message.clientId ?? null,
      message.isAskBotMessage ?? false,
    ],
  )
  return row as MessageRow
}

/** One message by its UUID or number, deleted ones included. */
export async function findMessage(shop: Queries, conversationId: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await shop.query<MessageRow>(
    'select wire, is_deleted, content_type from messages where shop_id = $1 and id = $3 and conversation_id = $2',
    [conversationId, id],
  )
  return row
}

/** The message that its sender's browser calls so, wherever in the store it is. */
export async function findByClientId(
  shop: Queries,
  clientId: string,
): Promise<(MessageRow & { conversationId: string }) | undefined> {
  const [row] = await shop.query<MessageRow & { conversationId: string }>(
    'select conversation_id, wire, is_deleted, content_type from messages where shop_id = $1 and client_id = $2',
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
    `select wire, position from messages
     where shop_id = $1 and conversation_id = $2 and not is_deleted ${after ? `and position ${comparison} $4` : ''}
     order by position ${direction} limit $3`,
    [conversationId, page.limit + 1, ...(after ? [after[0] as number] : [])],
  )
  return toWirePage(rows, page.limit, ([, position]) => [Number(position)])
}

/** How many messages the customer can see: no notes, no deleted ones, no transfer lines (contract, section 9). */
export async function countVisibleMessages(tx: Queries, conversationId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from messages
     where shop_id = $1 and conversation_id = $2 and not is_note and not is_deleted and not is_transfer`,
    [conversationId],
  )
  return row?.count ?? 0
}

/** The message that a browser calls so, in whichever conversation of the store. */
export async function findMessageByClientId(
  tx: Queries,
  clientId: string,
): Promise<{ id: string; conversationId: string } | undefined> {
  const [row] = await tx.query<{ id: string; conversationId: string }>(
    'select id, conversation_id from messages where shop_id = $1 and client_id = $2',
    [clientId],
  )
  return row
}
