/** What the AI agent's records say, in words for members. What a newer service says is shown as it comes. */
import { t } from '../../base/texts.ts'

const REASONS: Record<string, string> = {
  asked_for: t('The customer asked for a person'),
  unsure: t('Not sure of an answer, twice in a row'),
  sensitive: t('Needs a person: harm, legal matters, threats or card numbers'),
  angry: t('The customer is angry'),
  store_topic: t('One of your handoff topics'),
  after_sale: t('Within your after-sale rules: a person carries it out'),
  order_not_found: t('The order was not found, three times'),
  guidance: t('Your guidance says so'),
  turns: t('As many answers in a row as your settings allow'),
  kept_out: t('The customer is blocked or was deleted, or the store was uninstalled'),
  switched_off: t('The AI agent is off for this conversation'),
  failed: t('It could not answer because of an error'),
  unknown: t('Not recorded'),
}
const ACTS = { answer: t('Answers'), ask_back: t('Asks back, not sure enough'), hand_over: t('Hands off to the team') }
export type Act = keyof typeof ACTS

/** What a message can be about (src/ai-agent/turn.ts). */
const TOPICS: Record<string, string> = {
  orders: t('Orders'),
  shipping: t('Shipping'),
  returns: t('Returns'),
  refunds: t('Refunds'),
  payment: t('Payment'),
  discounts: t('Discounts'),
  products: t('Products'),
  sizes: t('Sizes'),
  stock: t('Stock'),
  account: t('Account'),
  complaint: t('Complaint'),
  contact: t('Contact'),
}

/** A name of the service as words: `online_store` is “Online store”. */
export const plainWords = (name: string) => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const reasonWords = (reason: string) => REASONS[reason] ?? plainWords(reason)
export const actWords = (act: Act) => ACTS[act]
export const topicWords = (topic: string | null) =>
  topic === null ? t('No topic') : (TOPICS[topic] ?? plainWords(topic))
export const intentWords = (intent: string) => (intent === 'none' ? t('Nothing: a rule decided') : plainWords(intent))
export const percent = (share: number) => `${Math.round(share * 100)} %`

const languages = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' })
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** How sure it must be, in words. */
export function surenessWords(threshold: number): string {
  if (threshold < 0.25) return t('Answers nearly everything. Expect wrong answers.')
  if (threshold < 0.45) return t('Answers readily, and is wrong now and then.')
  if (threshold < 0.65) return t('Balanced: answers what it is fairly sure of.')
  if (threshold < 0.85) return t('Careful: asks back or hands off when in doubt.')
  return t('Answers only when nearly certain. Most questions go to your team.')
}
