import type { AfterSaleRequest } from '#core/commerce/after-sale.ts'
import type { Language, Topic, Turn } from '../turn.ts'
import { isAngry, isSensitive } from './detect-sensitive.ts'
import { findEmails, findKeys } from './extract-order-numbers.ts'
import { detectLanguage } from './language.ts'
import { normalizeText } from './normalize-text.ts'
import { type Patterns, says } from './patterns.ts'
import { asksForPerson } from './person.ts'
import * as phrases from './phrases.ts'
import { type SmallTalk, smallTalk } from './small-talk.ts'

/** What a customer wants, as far as words tell. Articles may say something about any of it. */
export type Intent =
  | 'asked_for_person'
  | 'sensitive'
  | 'angry'
  | SmallTalk
  | 'order_status'
  | AfterSaleRequest
  | 'size'
  | 'discount'
  | 'stock'
  | 'product'
  | 'question'

export interface Understanding {
  language: Language
  intent: Intent
  /** The customer's messages as one text. */
  text: string
  /** About their own order or purchase, not how such things work in general. */
  isOwn: boolean
  /** Numbers of orders or parcels in the message, the likeliest first. */
  keys: string[]
  /** Addresses that the customer typed anywhere in the conversation, newest first. */
  typedEmails: string[]
}

/** Reads what is asked in a turn, without a model. `isOrderAwaited`: the AI agent asked for an order's number or address. */
export function understand(turn: Turn, isOrderAwaited: boolean): Understanding {
  const text = turn.asked.join('\n')
  const earlier = turn.lines.slice(0, -turn.asked.length)
  const said = earlier.filter(({ senderType }) => senderType === 'customer').map((line) => line.text)
  const language = detectLanguage([text, ...said.toReversed()], turn.locale)
  const typedEmails = [...new Set([text, ...said.toReversed()].flatMap(findEmails))]
  const intent = readIntent(turn.asked, text, language)
  const isOrder = isOrderAwaited || intent === 'order_status' || isAfterSale(intent) || isNumberWithAddress(text)
  return {
    language,
    intent,
    text,
    isOwn: says(normalizeText(text), phrases.MY_ORDER, language),
    keys: findKeys(text, isOrder),
    typedEmails,
  }
}

/** An address, and beside it nothing but a number: what else could it be than an order's? */
function isNumberWithAddress(text: string): boolean {
  const emails = findEmails(text)
  const rest = emails.reduce((left, email) => left.replaceAll(email, ' '), text)
  return emails.length > 0 && /\d/.test(rest) && !/\p{L}/u.test(rest)
}

/** What a text wants, by the first of these that it says. */
export function readIntent(messages: string[], text: string, language: Language): Intent {
  if (isSensitive(text, language)) return 'sensitive'
  if (messages.some((message) => asksForPerson(message, language))) return 'asked_for_person'
  if (isAngry(text, language)) return 'angry'
  const talk = smallTalk(text, language)
  if (talk) return talk
  const words = normalizeText(text)
  const intent = ORDER_OF_INTENTS.find(([, pattern]) => says(words, pattern, language))?.[0] ?? 'question'
  return intent === 'order_status' && says(words, phrases.DAMAGED, language) ? 'question' : intent
}

const ORDER_OF_INTENTS: [Intent, Patterns][] = [
  ['cancel', phrases.CANCEL],
  ['refund', phrases.REFUND],
  ['return', phrases.RETURN],
  ['edit', phrases.EDIT],
  ['order_status', phrases.ORDER],
  ['discount', phrases.DISCOUNT],
  ['stock', phrases.STOCK],
  ['size', phrases.SIZE],
  ['product', phrases.PRODUCT],
]

export function isAfterSale(intent: Intent): intent is AfterSaleRequest {
  return intent === 'return' || intent === 'refund' || intent === 'cancel' || intent === 'edit'
}

const TOPICS: Partial<Record<Intent, Topic>> = {
  order_status: 'orders',
  cancel: 'orders',
  edit: 'orders',
  return: 'returns',
  refund: 'refunds',
  size: 'sizes',
  discount: 'discounts',
  stock: 'stock',
  product: 'products',
  angry: 'complaint',
  asked_for_person: 'contact',
}

/** The topic that an intent stands for; null where it stands for none. */
export function topicOf(intent: Intent): Topic | null {
  return TOPICS[intent] ?? null
}
