import type { Queries } from '#database/database.ts'
import type { AccountState } from './accounts.ts'

/** How conversations' customers are reached (migrations/0012): through which account, and under which id there. */

export interface Thread {
  conversationId: string
  accountId: string
  recipient: string
  subject?: string | null
  /** Addresses in copy of members' replies, of mail. */
  copies?: string[]
}

/** The account that a conversation's replies leave through, and what is known of the way. */
export interface RouteRow {
  accountId: string
  accountName: string | null
  accountAddress: string | null
  accountState: AccountState
  /** Null where the customer has not written through this account. */
  recipient: string | null
  /** Subject of a mail thread, and the others who get members' replies. */
  subject: string | null
  copies: string[] | null
  closedAt: Date | null
}

/**
 * The way of a conversation's replies: its own account, and for mail, or where it has none, the one that has been
 * connected longest. Undefined where the store never connected the channel.
 */
export async function findRoute(
  shop: Queries,
  conversation: { id: string; channel: string },
): Promise<RouteRow | undefined> {
  const [row] = await shop.query<RouteRow>(
    `select a.id as account_id, a.name as account_name, a.address as account_address, a.state as account_state,
       t.recipient, t.subject, t.copies, t.closed_at
     from channel_accounts a
     left join channel_threads t on t.shop_id = a.shop_id and t.conversation_id = $2
       and (t.account_id = a.id or a.channel = 'email')
     where a.shop_id = $1 and a.channel = $3
     order by case
       when t.account_id = a.id and (a.channel <> 'email' or a.state = 'connected') then 0
       when a.state = 'connected' then 1
       when t.account_id = a.id then 2
       else 3 end, a.created_at, a.id
     limit 1`,
    [conversation.id, conversation.channel],
  )
  return row
}

export async function findThread(
  shop: Queries,
  conversationId: string,
): Promise<(Thread & { subject: string | null; copies: string[] }) | undefined> {
  const [row] = await shop.query<Thread & { subject: string | null; copies: string[] }>(
    'select conversation_id, account_id, recipient, subject, copies from channel_threads where shop_id = $1 and conversation_id = $2',
    [conversationId],
  )
  return row
}

/** Whether a conversation is a chat whose visitor has no address, or only claims to have it. */
export async function isUnprovenChat(shop: Queries, conversationId: string): Promise<boolean> {
  const rows = await shop.query(
    `select 1 from conversations c left join contacts k on k.shop_id = $1 and k.id = c.contact_id
     where c.shop_id = $1 and c.id = $2 and c.channel = 'online_store'
       and (k.email_key is null or k.email_claimed_at is not null)`,
    [conversationId],
  )
  return rows.length > 0
}

/** The customer wrote: this is how they are reached, and whatever the provider had closed is open. */
export async function saveThread(
  tx: Queries,
  { conversationId, accountId, recipient, subject, copies = [] }: Thread,
): Promise<void> {
  await tx.query(
    `insert into channel_threads (shop_id, conversation_id, account_id, recipient, subject, copies)
     values ($1, $2, $3, $4, $5, $6::text[])
     on conflict (shop_id, conversation_id) do update set account_id = excluded.account_id, recipient = excluded.recipient,
       subject = coalesce(channel_threads.subject, excluded.subject), closed_at = null, copies = excluded.copies`,
    [conversationId, accountId, recipient, subject ?? null, copies],
  )
}

/** The store writes to somebody who has not written through the account. What is known of the way stays. */
export async function ensureThread(tx: Queries, { conversationId, accountId, recipient }: Thread): Promise<void> {
  await tx.query(
    `insert into channel_threads (shop_id, conversation_id, account_id, recipient) values ($1, $2, $3, $4)
     on conflict (shop_id, conversation_id) do update set account_id = excluded.account_id
     where channel_threads.account_id <> excluded.account_id`,
    [conversationId, accountId, recipient],
  )
}

/** The provider says that nothing can be sent until the customer writes. */
export async function closeThread(tx: Queries, conversationId: string, now: Date): Promise<void> {
  await tx.query('update channel_threads set closed_at = $3 where shop_id = $1 and conversation_id = $2', [
    conversationId,
    now,
  ])
}

/** The conversations with one person on an account that are not resolved, newest first. */
export async function findOpenThread(shop: Queries, accountId: string, contactId: string): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>(
    `select c.id from conversations c join channel_threads t on t.shop_id = c.shop_id and t.conversation_id = c.id
     where c.shop_id = $1 and c.contact_id = $3 and t.account_id = $2 and c.status <> 'resolved' and c.merged_into is null
     order by c.active_key desc, c.id desc limit 1`,
    [accountId, contactId],
  )
  return row?.id
}

/** The newest conversation with somebody on an account, whatever its state. */
export async function findNewestThread(
  shop: Queries,
  accountId: string,
  recipients: string[],
): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>(
    `select c.id from channel_threads t join conversations c on c.shop_id = t.shop_id and c.id = t.conversation_id
     where t.shop_id = $1 and t.account_id = $2 and t.recipient = any($3::text[]) and c.merged_into is null
     order by c.active_key desc, c.id desc limit 1`,
    [accountId, recipients],
  )
  return row?.id
}

/** A person is called something else: their conversations are answered there. */
export async function renameRecipient(tx: Queries, accountId: string, from: string, to: string): Promise<void> {
  await tx.query(
    'update channel_threads set recipient = $4 where shop_id = $1 and account_id = $2 and recipient = $3',
    [accountId, from, to],
  )
}
