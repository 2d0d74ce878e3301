import type { GuidanceText } from '#core/guidance/guidance.ts'
import type { Language } from '../../turn.ts'

/** A text of guidance in a customer's language, or else as it was written; answers to its questions are filled in. */
export function wordsIn(
  { text, translations = {} }: GuidanceText,
  language: Language,
  { written, values }: { written: Language; values: Readonly<Record<string, string>> },
): { text: string; isForeign: boolean } {
  const translated = translations[language]
  const chosen = translated ?? text
  // Once through: braces in an answer are the customer's.
  const filled = chosen.replace(/\{\{([^{}]*)\}\}/g, (hole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? hole) : hole,
  )
  return { text: filled, isForeign: translated === undefined && written !== language }
}
