import type { Queries } from '#database/database.ts'
import type { AttachedFile } from '../files/files.ts'

/** Mail as it came (migrations/0013). */
export interface OriginalRow {
  conversationId: string
  messageId: string
  subject: string | null
  /** The address that it names as its sender's. */
  sender: string | null
  /** The sender's domain vouches for it. */
  isVerified: boolean
  text: string
  /** Cleaned: no scripts, nothing that is fetched from elsewhere. */
  html: string | null
  /** Whom it names as its recipients. */
  toAddresses: string[]
  ccAddresses: string[]
}

export async function insertOriginal(tx: Queries, original: OriginalRow): Promise<void> {
  const { conversationId, messageId, subject, sender, isVerified, text, html, toAddresses, ccAddresses } = original
  await tx.query(
    `insert into original_emails (shop_id, conversation_id, message_id, subject, sender, is_verified, text, html, to_addresses, cc_addresses)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10::text[])`,
    [conversationId, messageId, subject, sender, isVerified, text, html, toAddresses, ccAddresses],
  )
}

export async function findOriginal(
  shop: Queries,
  conversationId: string,
  messageId: string,
): Promise<OriginalRow | undefined> {
  const [row] = await shop.query<OriginalRow>(
    `select conversation_id, message_id, subject, sender, is_verified, text, html, to_addresses, cc_addresses
     from original_emails
     where shop_id = $1 and message_id = $3 and conversation_id = $2`,
    [conversationId, messageId],
  )
  return row
}

/** A message as it is quoted where it is forwarded, whole, if it was a mail. */
export interface QuotedMessage {
  senderName: string
  /** Address of a mail's sender; null for what was not received by mail. */
  sender: string | null
  subject: string | null
  to: string[]
  cc: string[]
  text: string
  files: AttachedFile[]
  createdAt: Date
}

/** What is forwarded; undefined for a message that was deleted. */
export async function findQuotedMessage(
  shop: Queries,
  conversationId: string,
  messageId: string,
): Promise<QuotedMessage | undefined> {
  const [row] = await shop.query<QuotedMessage>(
    `select m.sender_name, e.sender, coalesce(e.subject, t.subject) as subject, coalesce(e.to_addresses, '{}') as "to",
       coalesce(e.cc_addresses, '{}') as cc, coalesce(nullif(e.text, ''), m.text) as text, m.files, m.created_at
     from messages m
     left join original_emails e on e.shop_id = $1 and e.message_id = m.id and e.conversation_id = m.conversation_id
     left join channel_threads t on t.shop_id = $1 and t.conversation_id = m.conversation_id
     where m.shop_id = $1 and m.id = $3 and m.conversation_id = $2 and not m.is_deleted`,
    [conversationId, messageId],
  )
  return row
}
