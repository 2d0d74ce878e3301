import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import {
  ATTRIBUTE,
  CHECKLIST_NOTE,
  CONVERSATION,
  type ConversationColumns,
  MESSAGE,
  PAGE,
} from '#storage/conversations/columns.ts'
import { isPresent } from '#storage/presence/presence.ts'

/** Another conversation than $3 of the session $2, whose pages they are as well. */
const OTHERS = 'select 1 from conversations c where c.shop_id = $1 and c.session_id = $2 and c.id <> $3'

/** What an import has to know before it writes a conversation, which is locked. */
export interface ImportContext {
  /** The number and the session of the record that will be replaced, if there is one. */
  known: Pick<ConversationColumns, 'pgConvoId' | 'sessionId'> | undefined
  /** Whom its contact was merged into, where that is so. */
  contact: ImportedContact | undefined
  memberNames: Map<string, string>
  /** Message ids (numbers aside) that other conversations of the store have. */
  takenMessageIds: string[]
  /** Whether the contact has the widget open now. */
  isOnline: boolean
}

interface ImportedContact {
  id: string
  name: string | null
  email: string | null
  type: string
  isRedacted: boolean
}

/** Reads what an imported conversation is checked against in one round trip; it locks nothing: the caller has locked the rows. */
export async function readImportContext(
  tx: Queries,
  request: { id: string; contactId: string | null; memberIds: string[]; messageIds: string[] },
): Promise<ImportContext> {
  const [[known], [contact], members, taken, isOnline] = await Promise.all([
    tx.query<Pick<ConversationColumns, 'pgConvoId' | 'sessionId'>>(
      'select pg_convo_id, session_id from conversations where shop_id = $1 and id = $2',
      [request.id],
    ),
    tx.query<ImportedContact>(
      `select id, coalesce(name, nullif(concat_ws(' ', first_name, last_name), '')) as name, email, type, is_redacted
       from contacts where shop_id = $1 and id = (select coalesce(
         (select k.merged_into from contacts k where k.shop_id = $1 and k.id = $2), $2))`,
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
    request.contactId !== null && isPresent(tx, 'contact', request.contactId),
  ])
  return {
    known,
    contact,
    memberNames: new Map(members.map((member) => [member.id, member.fullName])),
    takenMessageIds: taken.map((message) => message.id),
    isOnline,
  }
}

/** A conversation with everything that hangs on it. */
export interface ImportedConversation {
  conversation: { id: string; tags: string[] } & Record<string, unknown>
  messages: object[]
  notes: object[]
  attributes: object[]
  browsedPages: { sessionId: string; pages: { url: string; viewedAt: Date }[] } | null
  summary: { text: string; createdAt: Date; updatedAt: Date } | null
}

/**
 * Writes a conversation and everything on it; what a record with the same id had before is gone, the pages of its session
 * (`former`) too, unless another conversation has that session. The catalog of tags is left alone.
 */
export async function replaceConversation(
  tx: Queries,
  imported: ImportedConversation,
  former: { sessionId: string } | undefined,
): Promise<void> {
  const { conversation, messages, notes, attributes, browsedPages, summary } = imported
  const id = conversation.id
  tx.signal({ kind: 'changed', id })
  const tables = [
    'messages',
    'conversation_tags',
    'conversation_notes',
    'conversation_attributes',
    'conversation_summaries',
  ]
  const writes: Promise<unknown>[] = [insertRows(tx, 'conversations', CONVERSATION.types, [conversation], 'replace')]
  if (former) {
    for (const table of tables)
      writes.push(tx.query(`delete from ${table} where shop_id = $1 and conversation_id = $2`, [id]))
    writes.push(
      tx.query(`delete from page_views p where p.shop_id = $1 and p.session_id = $2 and not exists (${OTHERS})`, [
        former.sessionId,
        id,
      ]),
    )
  }
  const tags = conversation.tags.map((tag) => ({ tag, conversationId: id }))
  writes.push(
    insertRows(tx, 'messages', MESSAGE.types, messages),
    insertRows(tx, 'conversation_tags', { tag: 'text', conversation_id: 'text' }, tags),
    insertRows(tx, 'conversation_notes', CHECKLIST_NOTE.types, notes),
    insertRows(tx, 'conversation_attributes', ATTRIBUTE.types, attributes),
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
      tx.query(
        `delete from page_views p where p.shop_id = $1 and p.session_id = $2 and (not exists (${OTHERS})
           or exists (select 1 from unnest($4::text[], $5::text[]) n (url, at)
                      where n.url = p.url and n.at::timestamptz = p.viewed_at))`,
        [
          browsedPages.sessionId,
          id,
          browsedPages.pages.map(({ url }) => url),
          browsedPages.pages.map(({ viewedAt }) => viewedAt.toISOString()),
        ],
      ),
      insertRows(tx, 'page_views', PAGE.types, browsedPages.pages),
    )
  }
  await Promise.all(writes)
}
