import type { Queries } from '#database/database.ts'

/** Mail as it came (migrations/0041). */
export interface OriginalRow {
  conversationId: string
  messageId: string
  subject: string | null
  /** The address that it names as its sender's. */
  sender: string | null
  /** The sender's domain vouches for it. */
  isProven: boolean
  text: string
  /** Cleaned: no scripts, nothing that is fetched from elsewhere. */
  html: string | null
}

export async function insertOriginal(tx: Queries, original: OriginalRow): Promise<void> {
  const { conversationId, messageId, subject, sender, isProven, text, html } = original
  await tx.query(
    `insert into channel_originals (shop_id, conversation_id, message_id, subject, sender, is_proven, text, html)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [conversationId, messageId, subject, sender, isProven, text, html],
  )
}

export async function findOriginal(
  shop: Queries,
  conversationId: string,
  messageId: string,
): Promise<OriginalRow | undefined> {
  const [row] = await shop.query<OriginalRow>(
    `select conversation_id, message_id, subject, sender, is_proven, text, html from channel_originals
     where shop_id = $1 and message_id = $3 and conversation_id = $2`,
    [conversationId, messageId],
  )
  return row
}
