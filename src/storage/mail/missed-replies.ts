import type { Queries } from '#database/database.ts'

/** Shoppers who may have left before they were answered (migrations/0013). */

/** The store's side said something to a shopper who is not there. */
export async function watchForMissedReply(tx: Queries, conversationId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into unread_reply_emails (shop_id, conversation_id, since) values ($1, $2, $3)
     on conflict (shop_id, conversation_id) do update set since = coalesce(unread_reply_emails.since, excluded.since)`,
    [conversationId, now],
  )
}

/**
 * Takes conversations that wait since before `before`, for good. Not `claimDue`: a lease is not needed, because the caller
 * works on them in the same transaction, which puts them back if it fails.
 */
export function takeMissedReplies(
  tx: Queries,
  before: Date,
  limit: number,
): Promise<{ conversationId: string; mailedPosition: string }[]> {
  return tx.walk(
    `update unread_reply_emails r set since = null
     where r.shop_id = $1 and r.ctid = any (array(
       select ctid from unread_reply_emails where shop_id = $1 and since is not null and since <= $2
       order by since limit $3 for update skip locked))
     returning r.conversation_id, r.mailed_position`,
    [before, limit],
  )
}

export async function noteMailed(tx: Queries, conversationId: string, position: string): Promise<void> {
  await tx.query('update unread_reply_emails set mailed_position = $3 where shop_id = $1 and conversation_id = $2', [
    conversationId,
    position,
  ])
}

export interface MissedConversation {
  email: string | null
  isRedacted: boolean
  isBlocked: boolean
  isCustomerRead: boolean
  customerPosition: string
  contactId: string | null
  storeName: string
  /** The page that the shopper last looked at. */
  pageUrl: string | null
  locale: string | null
  /** The address of their browser. */
  ip: string | null
  /** Whether the address is more than claimed. */
  isVerified: boolean
}

/** What decides whether a shopper gets their answer by mail. */
export async function findMissedConversation(
  tx: Queries,
  conversationId: string,
): Promise<MissedConversation | undefined> {
  const [row] = await tx.query<MissedConversation>(
    `select coalesce(c.customer_email, k.email) as email, c.is_redacted, coalesce(k.is_blocked, false) as is_blocked,
       c.is_customer_read, c.customer_position, c.contact_id, s.name as store_name,
       (select p.url from page_views p where p.shop_id = $1 and p.session_id = c.session_id
        order by p.viewed_at desc limit 1) as page_url,
       v.locale, v.ip_address as ip,
       k.email_claimed_at is null and k.email_key is not null
         and (c.email_key is null or c.email_key = k.email_key) as is_verified
     from conversations c join shops s on s.shop_id = c.shop_id
     left join contacts k on k.shop_id = $1 and k.id = c.contact_id
     left join lateral (
       select locale, ip_address from visitors where shop_id = $1 and contact_id = c.contact_id
       order by seen_at desc limit 1) v on true
     where c.shop_id = $1 and c.id = $2 and c.channel = 'online_store' and not c.is_playground`,
    [conversationId],
  )
  return row
}

/** What the store's side said after a position, oldest first. */
export function listUnseenReplies(
  tx: Queries,
  conversationId: string,
  after: string,
  limit: number,
): Promise<{ position: string; senderName: string; text: string }[]> {
  return tx.query(
    `select position, sender_name, text from messages
     where shop_id = $1 and conversation_id = $2 and position > $3::bigint and sender_type in ('agent', 'bot')
       and not is_note and not is_deleted and not is_transfer and text <> ''
     order by position limit $4`,
    [conversationId, after, limit],
  )
}
