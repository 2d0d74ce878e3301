import { insertRows } from './bulk.ts'
import type { Queries } from './database.ts'

/** What a conversation brought in from elsewhere is written with. Rows have the columns' names in camelCase. */

const CONVERSATION = {
  id: 'text',
  firestore_id: 'text',
  pg_convo_id: 'bigint',
  datastore: 'text',
  session_id: 'text',
  contact_id: 'text',
  customer_name: 'text',
  customer_email: 'text',
  email_key: 'text',
  customer_type: 'text',
  status: 'text',
  channel: 'text',
  channels: 'text[]',
  tags: 'text[]',
  member_id: 'text',
  is_chat_bot: 'boolean',
  has_chat_bot: 'boolean',
  is_read: 'boolean',
  is_customer_read: 'boolean',
  is_online: 'boolean',
  is_block: 'boolean',
  is_starred: 'boolean',
  has_first_msg: 'boolean',
  is_playground: 'boolean',
  is_redacted: 'boolean',
  hide_pre_chat_message: 'text',
  message_count: 'integer',
  last_message: 'json',
  last_customer_at: 'timestamptz',
  last_position: 'bigint',
  last_active: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

const MESSAGE = {
  conversation_id: 'text',
  position: 'bigint',
  id: 'text',
  sender_type: 'text',
  sender_name: 'text',
  member_id: 'text',
  text: 'text',
  content_type: 'text',
  is_admin: 'boolean',
  is_automated: 'boolean',
  is_bot: 'boolean',
  is_note: 'boolean',
  is_first: 'boolean',
  is_transfer: 'boolean',
  is_quick_reply_msg: 'boolean',
  is_ask_bot_message: 'boolean',
  is_deleted: 'boolean',
  topic: 'text',
  chatbot_products: 'json',
  chatbot_faqs: 'json',
  files: 'json',
  reply_message: 'json',
  created_at: 'timestamptz',
}

const NOTE = {
  conversation_id: 'text',
  id: 'text',
  text: 'text',
  is_updated: 'boolean',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

const ATTRIBUTE = {
  conversation_id: 'text',
  id: 'text',
  name: 'text',
  value: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

const PAGE = { session_id: 'text', id: 'text', url: 'text', title: 'text', viewed_at: 'timestamptz' }

/** What an import has to know before it writes a conversation. */
export interface ImportContext {
  /** The number of the record that will be replaced, if there is one. */
  known: { pgConvoId: string | null } | undefined
  contact: { name: string | null; email: string | null; type: string; isRedacted: boolean } | undefined
  memberNames: Map<string, string>
  /** Message ids (numbers aside) that other conversations of the store have. */
  takenMessageIds: string[]
}

export async function readImportContext(
  tx: Queries,
  request: { id: string; contactId: string | null; memberIds: string[]; messageIds: string[] },
): Promise<ImportContext> {
  const [[known], [contact], members, taken] = await Promise.all([
    tx.query<{ pgConvoId: string | null }>(
      'select pg_convo_id from conversations where shop_id = $1 and id = $2 for update',
      [request.id],
    ),
    tx.query<{ name: string | null; email: string | null; type: string; isRedacted: boolean }>(
      `select coalesce(name, nullif(concat_ws(' ', first_name, last_name), '')) as name, email, type, is_redacted
       from contacts where shop_id = $1 and id = $2`,
      [request.contactId],
    ),
    tx.query<{ id: string; fullName: string }>(
      'select id, full_name from members where shop_id = $1 and id = any($2::text[])',
      [request.memberIds],
    ),
    tx.query<{ id: string }>(
      'select id from messages where shop_id = $1 and id = any($2::text[]) and conversation_id <> $3 limit 1',
      [request.messageIds, request.id],
    ),
  ])
  return {
    known,
    contact,
    memberNames: new Map(members.map((member) => [member.id, member.fullName])),
    takenMessageIds: taken.map((message) => message.id),
  }
}

/** A conversation with everything that hangs on it. */
export interface ImportedConversation {
  conversation: { id: string; tags: string[] } & Record<string, unknown>
  messages: object[]
  notes: object[]
  attributes: object[]
  browsedPages: { sessionId: string; pages: object[] } | null
  summary: { text: string; createdAt: Date; updatedAt: Date } | null
}

/** Writes a conversation and everything on it; what a record with the same id had before is gone. */
export async function replaceConversation(
  tx: Queries,
  imported: ImportedConversation,
  isKnown: boolean,
): Promise<void> {
  const { conversation, messages, notes, attributes, browsedPages, summary } = imported
  const id = conversation.id
  const tables = [
    'messages',
    'conversation_tags',
    'conversation_notes',
    'conversation_attributes',
    'conversation_summaries',
  ]
  const writes: Promise<unknown>[] = [insertRows(tx, 'conversations', CONVERSATION, [conversation], 'replace')]
  if (isKnown) {
    for (const table of tables)
      writes.push(tx.query(`delete from ${table} where shop_id = $1 and conversation_id = $2`, [id]))
  }
  const tags = conversation.tags.map((tag) => ({ tag, name: tag, conversationId: id, createdAt: new Date() }))
  writes.push(
    insertRows(tx, 'messages', MESSAGE, messages),
    insertRows(tx, 'tags', { name: 'text', created_at: 'timestamptz' }, tags, 'skip'),
    insertRows(tx, 'conversation_tags', { tag: 'text', conversation_id: 'text' }, tags),
    insertRows(tx, 'conversation_notes', NOTE, notes),
    insertRows(tx, 'conversation_attributes', ATTRIBUTE, attributes),
  )
  if (summary) {
    writes.push(
      tx.query(
        `insert into conversation_summaries (shop_id, conversation_id, text, created_at, updated_at)
         values ($1, $2, $3, $4, $5)`,
        [id, summary.text, summary.createdAt, summary.updatedAt],
      ),
    )
  }
  if (browsedPages) {
    writes.push(
      tx.query('delete from browsed_pages where shop_id = $1 and session_id = $2', [browsedPages.sessionId]),
      insertRows(tx, 'browsed_pages', PAGE, browsedPages.pages),
    )
  }
  await Promise.all(writes)
}
