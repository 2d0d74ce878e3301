import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { CUSTOMER_QUESTION_MAX } from '#core/limits.ts'
import { searchTexts } from '#core/search/search.ts'
import type { Shop } from '#database/database.ts'
import { type CustomerRecord, readCustomerRecords } from './customer-records.ts'

/** Records that are shown, and records that a model reads: those that say most about the question, then the newest. */
const SHOWN_MAX = 5
const READ_MAX = 60

/** What the store knows about a member's question, with the records that say so. */
export interface AnswerAboutCustomer {
  /** In the model's words; null where there is none, or it says nothing that its sources say. */
  text: string | null
  sources: CustomerRecord[]
}

/** Answers from records in words of its own; null where it cannot. */
type Answer = (shop: Shop, question: string, records: CustomerRecord[]) => Promise<AnswerAboutCustomer | null>

/**
 * Answers a member's question about the customer of a conversation from the store's own records. INVALID_PARAMS for a blank or
 * long question, NOT_FOUND without a conversation.
 */
export async function askAboutCustomer(
  caller: Caller,
  conversationId: string,
  question: string,
  answerInWords: Answer | undefined,
): Promise<AnswerAboutCustomer> {
  checkText(question, CUSTOMER_QUESTION_MAX, 'question')
  const records = await readCustomerRecords(caller, conversationId)
  const found = await findRecords(records, question)
  const near = [...new Set([...found, ...records])].slice(0, READ_MAX)
  const answer = near.length > 0 ? await answerInWords?.(caller.shop, question, near) : null
  return answer ?? { text: null, sources: found.slice(0, SHOWN_MAX) }
}

/** Records that say something about a question, best first. */
async function findRecords(records: CustomerRecord[], question: string): Promise<CustomerRecord[]> {
  const texts = records.map(({ kind, id, text, by }, n) => {
    return { id: String(n), title: kind === 'order' ? `order ${id}` : '', facts: by ?? '', body: text }
  })
  const hits = await searchTexts(texts, question)
  return hits.flatMap(({ id }) => records[Number(id)] ?? [])
}
