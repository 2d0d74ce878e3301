import type { Queries } from '#database/database.ts'

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
