import { normalizeText } from '../understanding/normalize-text.ts'

const comparable = (text: string): string => normalizeText(text).replaceAll(' . ', ' ')

/** Whether a value stands in a customer's own words, as they wrote them: what a text elsewhere told a model does not. */
export function wordsOf(lines: string[]): (value: string) => boolean {
  const known = ` ${comparable(lines.join('\n'))} `
  return (value) => {
    const wanted = comparable(value)
    return wanted !== '' && known.includes(wanted)
  }
}

/** What the customer wrote in a conversation. */
export const writtenBy = (lines: { senderType: string; text: string }[]): string[] =>
  lines.filter(({ senderType }) => senderType === 'customer').map(({ text }) => text)
