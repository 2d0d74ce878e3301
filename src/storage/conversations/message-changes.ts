import type { FormatRange } from '#base/formatting.ts'
import type { Queries } from '#database/database.ts'
import type { MessageRow } from './messages.ts'

/** A message that is about to be changed. */
export interface ChangeableMessage {
  id: string
  position: string
  text: string
  senderType: 'customer' | 'agent' | 'bot' | 'system'
  memberId: string | null
  isNote: boolean
  isTransfer: boolean
  isDeleted: boolean
  files: object[]
  formatting: FormatRange[] | null
  createdAt: Date
}

const COLUMNS =
  'id, position, text, sender_type, member_id, is_note, is_transfer, is_deleted, files, formatting, created_at'

export async function findChangeableMessage(
  tx: Queries,
  conversationId: string,
  id: string,
): Promise<ChangeableMessage | undefined> {
  const [row] = await tx.query<ChangeableMessage>(
    `select ${COLUMNS} from messages where shop_id = $1 and id = $3 and conversation_id = $2`,
    [conversationId, id],
  )
  return row
}

/** The newest message the customer can see: what the list shows of the conversation. */
export async function findNewestVisible(tx: Queries, conversationId: string): Promise<ChangeableMessage | undefined> {
  const [row] = await tx.query<ChangeableMessage>(
    `select ${COLUMNS} from messages
     where shop_id = $1 and conversation_id = $2 and not is_note and not is_deleted and not is_transfer
     order by position desc limit 1`,
    [conversationId],
  )
  return row
}

/**
 * Gives a message another text or other files, or marks it deleted; `revision` makes open sockets read it. Its text is kept
 * when deleted.
 */
export async function changeMessage(
  tx: Queries,
  conversationId: string,
  message: {
    position: string
    revision: string
    text: string
    isDeleted: boolean
    files?: object[]
    /** Undefined: it stays while the text does. */
    formatting?: FormatRange[] | null
  },
): Promise<MessageRow> {
  const { position, revision, text, isDeleted, files, formatting } = message
  tx.signal({ kind: 'changed', id: conversationId })
  const [row] = await tx.query<MessageRow>(
    `update messages set text = $4, original = case when text = $4 then original end,
       formatting = case when $8 then $9::json when text = $4 then formatting end, is_deleted = $5, revision = $6, files = coalesce($7::json, files),
       content_type = case when $7::json is null then content_type else 'file' end
     where shop_id = $1 and conversation_id = $2 and position = $3 returning rendered_json, is_deleted, content_type`,
    [conversationId, position, text, isDeleted, revision, files ?? null, formatting !== undefined, formatting ?? null],
  )
  return row as MessageRow
}

/** Makes open sockets read a message again: something beside its record has changed. */
export async function touchMessage(tx: Queries, conversationId: string, messageId: string): Promise<void> {
  tx.signal({ kind: 'changed', id: conversationId })
  await tx.query(
    `with c as (
       update conversations set last_position = last_position + 1 where shop_id = $1 and id = $2 returning last_position)
     update messages m set revision = c.last_position from c
     where m.shop_id = $1 and m.conversation_id = $2 and m.id = $3`,
    [conversationId, messageId],
  )
}

/** Sets the revision as a part of a larger change. */
export async function setRevision(
  tx: Queries,
  conversationId: string,
  messageId: string,
  revision: string,
): Promise<void> {
  tx.signal({ kind: 'changed', id: conversationId })
  await tx.query('update messages set revision = $4 where shop_id = $1 and conversation_id = $2 and id = $3', [
    conversationId,
    messageId,
    revision,
  ])
}
