import type { Language } from '../turn.ts'
import { clauses } from './normalize-text.ts'
import { says } from './patterns.ts'
import { ASKS_ABOUT, CANCEL, CANCELLED_BEFORE, LEAVE_ORDER, REFUND, RETURN } from './phrases.ts'

const NAMES = { cancel: CANCEL, refund: REFUND, return: RETURN }

/** Words from the beginning of a sentence that tell what kind of question it is: a greeting may stand before it. */
const BEGINNING = 4

/**
 * Whether a customer's words ask for a cancellation, refund or return: no sentence declines it, and some sentence that names it neither
 * asks how such things go ("How long does a refund take?") nor tells of an earlier one. Words that do not name it ("Order 12,
 * please") ask for it where an earlier message did.
 */
export function asksToHaveIt(text: string, kind: keyof typeof NAMES, language: Language): boolean {
  const sentences = clauses(text).map((words) => ({
    whole: words.join(' '),
    beginning: words.slice(0, BEGINNING).join(' '),
  }))
  if (sentences.some(({ whole }) => says(whole, LEAVE_ORDER, language))) return false
  const naming = sentences.filter(({ whole }) => says(whole, NAMES[kind], language))
  const asks = ({ whole, beginning }: (typeof sentences)[number]) =>
    !says(beginning, ASKS_ABOUT, language) && !says(whole, CANCELLED_BEFORE, language)
  return naming.length === 0 || naming.some(asks)
}
