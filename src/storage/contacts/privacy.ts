import type { Queries } from '#database/database.ts'
import { noteRemoved } from '#storage/files/files.ts'

/** What a customer-redact request clears, table by table. The text of messages stays: it is the store's history. */

const OF_CONVERSATIONS = 'conversation_id = any($2::text[])'

/** Clears a contact's personal fields; returns when it was made. */
export async function redactContact(tx: Queries, id: string, now: Date): Promise<Date | undefined> {
  const [row] = await tx.query<{ createdAt: Date }>(
    `update contacts set is_redacted = true, name = 'Redacted', updated_at = $3,
       platform_id = null, first_name = null, last_name = null, email = null, email_key = null, email_claimed_at = null,
       phone = null, tags = null, note = null, custom_attributes = null, address1 = null, address2 = null, city = null, zip = null, country = null,
       country_code = null, orders_count = null, total_spent = null, ip_address = null, ip_location = null,
       browser = null, browser_version = null, os = null, device_type = null, sender_seq = null
     where shop_id = $1 and id = $2 returning created_at`,
    [id, now],
  )
  return row?.createdAt
}

/** Names, quoted names, and the names and addresses of files. */
export async function redactMessages(tx: Queries, conversationIds: string[]): Promise<void> {
  await tx.query(
    `update messages set sender_name = 'Redacted'
     where shop_id = $1 and sender_type = 'customer' and sender_name <> 'Redacted' and ${OF_CONVERSATIONS}`,
    [conversationIds],
  )
  await tx.query(
    `update messages set original = null where shop_id = $1 and original is not null and ${OF_CONVERSATIONS}`,
    [conversationIds],
  )
  await tx.query(
    `update messages set reply_message = jsonb_set(reply_message::jsonb, '{senderName}', '"Redacted"')::json
     where shop_id = $1 and reply_message->>'senderName' is not null
       and coalesce(reply_message->>'senderType', 'customer') = 'customer' and ${OF_CONVERSATIONS}`,
    [conversationIds],
  )
  await tx.query(
    `update messages set files = (
       select coalesce(json_agg(json_strip_nulls(json_build_object(
         'id', f->'id', 'name', 'Redacted', 'size', f->'size', 'type', f->'type'))), '[]')
       from json_array_elements(files) f)
     where shop_id = $1 and json_array_length(files) > 0 and ${OF_CONVERSATIONS}`,
    [conversationIds],
  )
}

/** What conversations repeat of their contact; a preview that was a file's name too. */
export async function redactConversations(tx: Queries, conversationIds: string[], now: Date): Promise<void> {
  const conversations = await tx.query<{ id: string }>(
    `update conversations c set is_redacted = true, customer_name = 'Redacted', customer_email = null, email_key = null,
       waits_for_approval = false,
       last_message = case when (
           select m.text from messages m where m.shop_id = $1 and m.conversation_id = c.id
             and not m.is_note and not m.is_deleted and not m.is_transfer order by m.position desc limit 1) = ''
         then jsonb_set(last_message::jsonb, '{text}', '"Redacted"')::json else last_message end,
       updated_at = $3
     where c.shop_id = $1 and c.id = any($2::text[]) returning c.id`,
    [conversationIds, now],
  )
  for (const { id } of conversations) tx.signal({ kind: 'changed', id })
}

/** What the team and the shop's page noted on the conversations and their browsing sessions. */
export async function deleteNotesOn(tx: Queries, conversationIds: string[], sessionIds: string[]): Promise<void> {
  const ofConversations = [
    'ai_decisions',
    'ai_examples',
    'order_approvals',
    'custom_action_runs',
    'scheduled_replies',
    'member_digest_queue',
    'push_outbox',
    'unread_reply_emails',
    'conversation_attributes',
    'conversation_notes',
    'conversation_summaries',
    'message_translations',
    'translated_conversations',
    'rating_requests',
    'drafts',
  ]
  // What was done with orders stays; the shop's words on it may name somebody.
  await tx.query(
    'update order_actions set detail = null where shop_id = $1 and conversation_id = any($2::text[]) and detail is not null',
    [conversationIds],
  )
  await tx.query(
    'update ai_turns set guidance_run = null where shop_id = $1 and conversation_id = any($2::text[]) and guidance_run is not null',
    [conversationIds],
  )
  const ofSessions = ['page_views', 'page_context', 'tracked_events']
  await Promise.all([
    ...ofConversations.map((table) =>
      tx.query(`delete from ${table} where shop_id = $1 and conversation_id = any($2::text[])`, [conversationIds]),
    ),
    ...ofSessions.map((table) =>
      tx.query(`delete from ${table} where shop_id = $1 and session_id = any($2::text[])`, [sessionIds]),
    ),
  ])
}

/** The files of the conversations, and those that the contact's browsers sent and no message carries; returns their ids. */
export async function deleteUploadsOfContact(
  tx: Queries,
  conversationIds: string[],
  visitorIds: string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `delete from uploads where shop_id = $1 and (conversation_id = any($2::text[]) or visitor_id = any($3::text[]))
     returning id`,
    [conversationIds, visitorIds],
  )
  return noteRemoved(tx, rows)
}

/** Orders that stay lead to nobody any more. */
export async function detachOrders(tx: Queries, contactId: string, emailKey: string | null): Promise<void> {
  await tx.query(
    `update orders set contact_id = null, email_key = null
     where shop_id = $1 and (contact_id = $2 or (email_key = $3 and contact_id is null))`,
    [contactId, emailKey],
  )
}

/** Deletes orders by number. */
export async function deleteOrders(tx: Queries, numbers: string[]): Promise<void> {
  await tx.query('delete from orders where shop_id = $1 and id = any($2::text[])', [numbers])
}

/** How far from a contact's creation its event may lie. */
const AROUND_MS = 60_000

/** The events that announced the contact, also to webhooks that have not received them yet. */
export function findCreationEvents(
  tx: Queries,
  contactId: string,
  createdAt: Date,
): Promise<{ id: string; body: string }[]> {
  return tx.query(
    `select id, body from events where shop_id = $1 and type = 'customer.created'
       and occurred_at between $3 and $4 and body::json->'data'->>'customerId' = $2`,
    [contactId, new Date(createdAt.getTime() - AROUND_MS), new Date(createdAt.getTime() + AROUND_MS)],
  )
}

export async function replaceEventBody(tx: Queries, id: string, body: string): Promise<void> {
  await tx.query('update events set body = $3 where shop_id = $1 and id = $2', [id, body])
}

/** Notes a request; false where the same one is noted already. */
export async function insertDataRequest(
  tx: Queries,
  request: { id: string; contactId: string; requestedAt: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into data_requests (shop_id, id, contact_id, requested_at) values ($1, $2, $3, $4)
     on conflict (shop_id, id) do nothing returning 1`,
    [request.id, request.contactId, request.requestedAt],
  )
  return rows.length > 0
}

/** Contacts behind `after` that are not redacted, in the order of their ids. */
export async function listUnredacted(shop: Queries, after: string, limit: number): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    'select id from contacts where shop_id = $1 and id > $2 and not is_redacted order by id limit $3',
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Locks conversations without a contact that name a person anyway. */
export function lockNamedWithoutContact(
  tx: Queries,
  limit: number,
): Promise<{ id: string; sessionId: string | null }[]> {
  return tx.query(
    `select id, session_id from conversations where shop_id = $1 and contact_id is null and not is_redacted
       and (customer_name is not null or customer_email is not null) order by id limit $2 for update`,
    [limit],
  )
}
