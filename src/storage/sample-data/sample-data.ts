import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import {
  ATTRIBUTE,
  CHECKLIST_NOTE,
  CONVERSATION,
  type ConversationColumns,
  MESSAGE,
  PAGE,
  SUMMARY,
} from '#storage/conversations/columns.ts'
import { addToCatalog } from '#storage/conversations/tags.ts'
import { holdContacts, lockContacts, lockConversations } from '#storage/locks.ts'

/** A conversation with all that hangs on it; names of fields are the columns' in camelCase. */
export type SampleConversation = { [Column in keyof ConversationColumns]?: unknown } & {
  id: string
  sessionId: string | null
  datastore: 'postgresql' | 'firestore'
  tags: string[]
  createdAt: Date
  messages: object[]
  notes: object[]
  attributes: object[]
  pages: object[]
  summary: object | null
}

/** Messages in one statement: enough to be quick, few enough to be put together without holding up the process. */
const BATCH = 500

/**
 * Writes conversations; ones with the same ids are replaced whole and keep their numbers. `numbers` holds a fresh
 * pgConvoId for each, null where none is due.
 */
export async function replaceConversations(
  tx: Queries,
  conversations: SampleConversation[],
  numbers: (string | null)[],
): Promise<void> {
  const known = await removeConversations(tx, conversations)
  const rows = conversations.map((conversation, i) => ({
    ...conversation,
    isOnline: false,
    isRedacted: false,
    pgConvoId: numbers[i] === null ? null : (known.get(conversation.id) ?? numbers[i]),
  }))
  await insertRows(tx, 'conversations', CONVERSATION.types, rows)
  const messages = conversations.flatMap((conversation) => conversation.messages)
  for (let i = 0; i < messages.length; i += BATCH) {
    await insertRows(tx, 'messages', MESSAGE.types, messages.slice(i, i + BATCH))
  }
  const tags = conversations.flatMap(({ id, tags }) => tags.map((tag) => ({ conversationId: id, tag })))
  await addToCatalog(
    tx,
    tags.map(({ tag }) => tag),
    new Date(Math.min(...conversations.map(({ createdAt }) => createdAt.getTime()))),
  )
  await insertRows(tx, 'conversation_tags', { tag: 'text', conversation_id: 'text' }, tags)
  await insertRows(
    tx,
    'conversation_notes',
    CHECKLIST_NOTE.types,
    conversations.flatMap(({ notes }) => notes),
  )
  await insertRows(
    tx,
    'conversation_attributes',
    ATTRIBUTE.types,
    conversations.flatMap(({ attributes }) => attributes),
  )
  await insertRows(
    tx,
    'conversation_summaries',
    SUMMARY.types,
    conversations.flatMap(({ summary }) => summary ?? []),
  )
  await insertRows(
    tx,
    'page_views',
    PAGE.types,
    conversations.flatMap(({ pages }) => pages),
  )
}

/** Deletes what is there under these ids; returns the numbers it had. */
async function removeConversations(
  tx: Queries,
  conversations: SampleConversation[],
): Promise<Map<string, string | null>> {
  const ids = conversations.map(({ id }) => id)
  await holdContacts(tx, [...new Set(conversations.flatMap(({ contactId }) => (contactId as string | null) ?? []))])
  await lockConversations(tx, ids)
  const known = await tx.query<{ id: string; pgConvoId: string | null }>(
    'delete from conversations where shop_id = $1 and id = any($2::text[]) returning id, pg_convo_id',
    [ids],
  )
  if (known.length > 0) {
    const sessions = conversations.flatMap(({ sessionId }) => sessionId ?? [])
    await tx.query('delete from page_views where shop_id = $1 and session_id = any($2::text[])', [sessions])
  }
  return new Map(known.map(({ id, pgConvoId }) => [id, pgConvoId]))
}

/** Sets when contacts last chatted, from their conversations. */
export async function deriveLastChats(tx: Queries, contactIds: string[]): Promise<void> {
  await lockContacts(tx, contactIds)
  await tx.query(
    `update contacts set last_chat_at = chats.last, updated_at = greatest(updated_at, chats.last)
     from (select c.contact_id, max(c.last_customer_at) as last from conversations c
           where c.shop_id = $1 and c.contact_id = any($2::text[]) group by c.contact_id) as chats
     where shop_id = $1 and id = chats.contact_id and chats.last is not null`,
    [contactIds],
  )
}
