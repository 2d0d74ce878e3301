import type { Queries } from '#database/database.ts'

/** What providers call our messages, and theirs (migrations/0012). */

export interface ChannelMessage {
  accountId: string
  externalId: string
  conversationId: string
  messageId: string
  direction: 'in' | 'out'
}

/** Notes a message under its provider's id; false where that is known: it came before. */
export async function insertChannelMessage(tx: Queries, message: ChannelMessage, now: Date): Promise<boolean> {
  const { accountId, externalId, conversationId, messageId, direction } = message
  const rows = await tx.query(
    `insert into channel_messages (shop_id, account_id, external_id, conversation_id, message_id, direction, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (shop_id, account_id, external_id) do nothing returning 1`,
    [accountId, externalId, conversationId, messageId, direction, now],
  )
  return rows.length > 0
}

export async function findChannelMessages(
  shop: Queries,
  accountId: string,
  externalIds: string[],
): Promise<ChannelMessage[]> {
  return shop.query<ChannelMessage>(
    `select account_id, external_id, conversation_id, message_id, direction from channel_messages
     where shop_id = $1 and account_id = $2 and external_id = any($3::text[])`,
    [accountId, externalIds],
  )
}

/** A mail under its Message-ID, whichever mailbox of the store it came by or left from. */
export async function findMailByMessageId(shop: Queries, externalId: string): Promise<ChannelMessage | undefined> {
  const [row] = await shop.query<ChannelMessage>(
    `select m.account_id, m.external_id, m.conversation_id, m.message_id, m.direction from channel_messages m
     join channel_accounts a on a.shop_id = m.shop_id and a.id = m.account_id and a.channel = 'email'
     where m.shop_id = $1 and m.external_id = $2 limit 1`,
    [externalId],
  )
  return row
}

/** The mail that left in a conversation at about a time, or as the last one; undefined where none did. */
export async function findSentNear(
  shop: Queries,
  conversationId: string,
  at: Date | null,
): Promise<{ conversationId: string; messageId: string } | undefined> {
  const [row] = await shop.query<{ conversationId: string; messageId: string }>(
    `select m.conversation_id, m.message_id from channel_messages m
     join channel_outbound o on o.shop_id = m.shop_id and o.message_id = m.message_id and o.state in ('sent', 'delivered')
     where m.shop_id = $1 and m.conversation_id = $2 and m.direction = 'out'
     order by abs(extract(epoch from m.created_at - coalesce($3::timestamptz, now()))), m.created_at desc limit 1`,
    [conversationId, at],
  )
  return row
}

/** What was sent to one person on an account until a time, as message ids. */
export async function listSentUntil(
  shop: Queries,
  accountId: string,
  recipient: string,
  until: Date,
  limit: number,
): Promise<{ conversationId: string; messageId: string }[]> {
  return shop.query(
    `select distinct on (o.conversation_id, o.position) o.conversation_id, o.message_id
     from channel_threads t
     join channel_outbound o on o.shop_id = t.shop_id and o.conversation_id = t.conversation_id
     join channel_messages m on m.shop_id = o.shop_id and m.conversation_id = o.conversation_id
       and m.message_id = o.message_id and m.direction = 'out'
     where t.shop_id = $1 and t.account_id = $2 and t.recipient = $3 and o.state in ('sent', 'delivered')
       and o.account_id = $2 and m.created_at <= $4
     order by o.conversation_id, o.position desc limit $5`,
    [accountId, recipient, until, limit],
  )
}

/** The message of the first of these ids that is known, on any account of the store. */
export async function findMessageOf(
  shop: Queries,
  externalIds: string[],
): Promise<{ conversationId: string; messageId: string } | undefined> {
  const [row] = await shop.query<{ conversationId: string; messageId: string }>(
    `select conversation_id, message_id from channel_messages where shop_id = $1 and external_id = any($2::text[])
     order by array_position($2::text[], external_id) limit 1`,
    [externalIds],
  )
  return row
}

/** How many mails came in to the store's mailboxes since a time, from one sender or from all; `limit` and more are `limit`. */
export async function countMails(
  shop: Queries,
  { since, sender }: { since: Date; sender?: string },
  limit: number,
): Promise<number> {
  const from = sender === undefined ? '' : 'and o.sender = $4'
  const rows = await shop.query(
    `select 1 from channel_accounts a
     join channel_messages m on m.shop_id = a.shop_id and m.account_id = a.id
     left join original_emails o on o.shop_id = m.shop_id and o.message_id = m.message_id
     where a.shop_id = $1 and a.channel = 'email' and m.direction = 'in' and m.created_at > $2 ${from} limit $3`,
    [since, limit, ...(sender === undefined ? [] : [sender])],
  )
  return rows.length
}
