import type { Queries, Transaction } from '#database/database.ts'

/** Translations of messages, and who has which conversation translated always (migrations/0039). */

/** A message that may be translated. */
export interface TranslatableRow {
  messageId: string
  text: string
  /** Changes with the text: a translation of another one is outdated. */
  digest: string
  /** Whether there is a translation of this text. */
  isTranslated: boolean
  /** Null where the message is in that language already, or is not translated. */
  translation: string | null
  sourceLanguage: string | null
}

const SAID = 'not m.is_note and not m.is_deleted and not m.is_transfer'

/** Messages of a conversation with their translations into a language. */
export function listTranslatable(
  shop: Queries,
  conversationId: string,
  { messageIds, language }: { messageIds: readonly string[]; language: string },
): Promise<TranslatableRow[]> {
  return shop.query<TranslatableRow>(
    `select m.id as message_id, m.text, md5(m.text) as digest, t.digest is not null as is_translated,
       t.text as translation, t.source_language
     from messages m left join message_translations t on t.shop_id = $1 and t.conversation_id = $2
       and t.message_id = m.id and t.language = $4 and t.digest = md5(m.text)
     where m.shop_id = $1 and m.conversation_id = $2 and m.id = any($3::text[]) and ${SAID}
     order by m.position`,
    [conversationId, messageIds, language],
  )
}

export interface NewTranslation {
  messageId: string
  language: string
  digest: string
  sourceLanguage: string | null
  text: string | null
}

/** Stores translations; of a conversation that was redacted in the meantime nothing is stored. */
export async function saveTranslations(
  tx: Transaction,
  conversationId: string,
  translations: readonly NewTranslation[],
  now: Date,
): Promise<void> {
  const [row] = await tx.query<{ isRedacted: boolean }>(
    'select is_redacted from conversations where shop_id = $1 and id = $2 for share',
    [conversationId],
  )
  if (row?.isRedacted !== false) return
  for (const { messageId, language, digest, sourceLanguage, text } of translations) {
    await tx.query(
      `insert into message_translations
         (shop_id, conversation_id, message_id, language, digest, source_language, text, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (shop_id, conversation_id, message_id, language) do update set
         digest = excluded.digest, source_language = excluded.source_language, text = excluded.text,
         created_at = excluded.created_at`,
      [conversationId, messageId, language, digest, sourceLanguage, text, now],
    )
  }
}

/** The customer's newest messages that have words, newest first, with the language that a translation found. */
export function listCustomerTexts(
  shop: Queries,
  conversationId: string,
  limit: number,
): Promise<{ messageId: string; text: string; digest: string; sourceLanguage: string | null }[]> {
  return shop.query(
    `select m.id as message_id, m.text, md5(m.text) as digest,
       (select t.source_language from message_translations t where t.shop_id = $1 and t.conversation_id = $2
          and t.message_id = m.id and t.digest = md5(m.text) and t.source_language is not null limit 1) as source_language
     from messages m where m.shop_id = $1 and m.conversation_id = $2 and m.sender_type = 'customer' and m.text <> ''
       and ${SAID} order by m.position desc limit $3`,
    [conversationId, limit],
  )
}

/** Whether its contact was redacted, and whether the member has it translated always. */
export async function readTranslationState(
  shop: Queries,
  conversationId: string,
  memberId: string | null,
): Promise<{ isRedacted: boolean; isAlways: boolean }> {
  const [row] = await shop.query<{ isRedacted: boolean; isAlways: boolean }>(
    `select is_redacted, exists (select 1 from translated_conversations t
       where t.shop_id = $1 and t.conversation_id = $2 and t.member_id = $3) as is_always
     from conversations where shop_id = $1 and id = $2`,
    [conversationId, memberId],
  )
  return row ?? { isRedacted: true, isAlways: false }
}

export async function setTranslatedAlways(
  shop: Queries,
  { conversationId, memberId, isOn }: { conversationId: string; memberId: string; isOn: boolean },
  now: Date,
): Promise<void> {
  const statement = isOn
    ? `insert into translated_conversations (shop_id, conversation_id, member_id, created_at)
       values ($1, $2, $3, $4) on conflict do nothing`
    : 'delete from translated_conversations where shop_id = $1 and conversation_id = $2 and member_id = $3'
  await shop.query(statement, isOn ? [conversationId, memberId, now] : [conversationId, memberId])
}
