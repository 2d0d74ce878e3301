import { currentTime } from '#base/clock.ts'
import { makeStorable } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { type TranslationDesk, translateTexts } from '#core/translation-desk.ts'
import type { Shop } from '#database/database.ts'
import type { Translated } from '#outbound/translation/engine.ts'
import * as stored from '#storage/conversations/translations.ts'
import { requireConversation } from './conversations.ts'

/** Messages in members' languages, and replies in the customer's (spec C13.15). Customers, REST and webhooks see none of it. */

export interface MessageTranslation {
  messageId: string
  /** Null where the message is in that language already. */
  text: string | null
  /** The language that the message is in; null where nobody knows. */
  from: string | null
}

/** The customer's newest messages that are read to find their language. */
const READ_MAX = 5

/** Whether the member has the conversation translated always, and the customer's language as far as it is known. */
export async function readTranslation(caller: Caller, id: string, memberId: string, desk: TranslationDesk) {
  const { shop } = caller
  const conversation = await requireConversation(shop, id)
  const [{ isAlways: always }, texts] = await Promise.all([
    stored.readTranslationState(shop, conversation.id, memberId),
    stored.listCustomerTexts(shop, conversation.id, READ_MAX),
  ])
  return { always, customerLanguage: knownLanguage(texts, desk) }
}

/** Remembers whether the member wants the conversation translated always. */
export async function setAlways(caller: Caller, id: string, memberId: string, isOn: boolean): Promise<void> {
  const conversation = await requireConversation(caller.shop, id)
  const { isRedacted } = await stored.readTranslationState(caller.shop, conversation.id, memberId)
  if (isRedacted && isOn) throw invalidParams('The contact was erased; nothing is translated any more.')
  await stored.setTranslatedAlways(caller.shop, { conversationId: conversation.id, memberId, isOn }, currentTime())
}

/** The named messages in a language. Each is translated once and stored; an edited one again. */
export async function translateMessages(
  caller: Caller,
  id: string,
  wanted: { messageIds: readonly string[]; language: string },
  desk: TranslationDesk,
): Promise<MessageTranslation[]> {
  const { shop } = caller
  const conversation = await requireConversation(shop, id)
  const { isRedacted } = await stored.readTranslationState(shop, conversation.id, null)
  if (isRedacted) return []
  const rows = await stored.listTranslatable(shop, conversation.id, wanted)
  const missing = rows.filter(({ text, isTranslated }) => !isTranslated && /\p{L}/u.test(text))
  const made = await translateAndStore(shop, conversation.id, missing, wanted.language, desk)
  return rows.map((row) => {
    const { text = row.translation, sourceLanguage: from = row.sourceLanguage } = made.get(row.messageId) ?? {}
    return { messageId: row.messageId, text, from }
  })
}

/** A member's text in the customer's language. INVALID_PARAMS where nobody knows that language. */
export async function translateReply(
  caller: Caller,
  id: string,
  { text, language }: { text: string; language: string },
  desk: TranslationDesk,
): Promise<{ text: string; to: string }> {
  const { shop } = caller
  checkText(text, MESSAGE_TEXT_MAX)
  const conversation = await requireConversation(shop, id)
  const to = await findCustomerLanguage(shop, conversation.id, language, desk)
  if (to === null) throw invalidParams('The customer has not written yet, so their language is not known.')
  if (to === language) return { text, to }
  const [translated] = await translateTexts(shop, [text], to, desk)
  return { text: makeStorable((translated as Translated).text), to }
}

async function findCustomerLanguage(
  shop: Shop,
  id: string,
  language: string,
  desk: TranslationDesk,
): Promise<string | null> {
  const texts = await stored.listCustomerTexts(shop, id, READ_MAX)
  const known = knownLanguage(texts, desk)
  if (known !== null) return known
  const made = await translateAndStore(shop, id, texts.slice(0, 1), language, desk)
  return [...made.values()][0]?.sourceLanguage ?? null
}

/** What translations found; otherwise what the words themselves show. */
function knownLanguage(
  texts: { text: string; sourceLanguage: string | null }[],
  { languageOf }: TranslationDesk,
): string | null {
  const found = texts.find(({ sourceLanguage }) => sourceLanguage !== null)
  return found?.sourceLanguage ?? (texts.length > 0 ? languageOf(texts.map(({ text }) => text)) : null)
}

async function translateAndStore(
  shop: Shop,
  conversationId: string,
  rows: readonly { messageId: string; text: string; digest: string }[],
  language: string,
  desk: TranslationDesk,
): Promise<Map<string, stored.NewTranslation>> {
  if (rows.length === 0) return new Map()
  const texts = rows.map(({ text }) => text)
  const translated = await translateTexts(shop, texts, language, desk)
  const made = rows.map(({ messageId, digest }, i): stored.NewTranslation => {
    const { text, from } = translated[i] as Translated
    const isSame = from === language || text === texts[i]
    return { messageId, language, digest, sourceLanguage: from, text: isSame ? null : makeStorable(text) }
  })
  await shop.transaction((tx) => stored.saveTranslations(tx, conversationId, made, currentTime()))
  return new Map(made.map((one) => [one.messageId, one]))
}
