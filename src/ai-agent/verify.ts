import type { Language } from './turn.ts'
import { recognise } from './understanding/language.ts'

/** Characters of an answer, at most. */
const TEXT_MAX = 1_200

/** An answer to be checked before it is said. */
export interface Draft {
  text: string
  /** The customer's; null where any will do. */
  language: Language | null
  /** All texts that were gathered this turn and that the answer shows as its sources. */
  evidence: string[]
  /** The customer's own words. */
  asked: string[]
}

/** A check, and what it found wrong; null where all is well. */
export interface Verdict {
  name: 'length' | 'numbers' | 'links' | 'emails' | 'codes' | 'language'
  fault: string | null
}

/**
 * Whether an answer may be said: its length; that every number, price, date, link, email address and code in it stands in its
 * evidence or in the customer's words; and that what it says beside its evidence is in the customer's language.
 */
export function verify(draft: Draft): Verdict[] {
  const known = fold([...draft.evidence, ...draft.asked].join('\n'))
  const text = fold(draft.text)
  const links = text.match(LINK) ?? []
  const unlinked = text.replace(LINK, ' ')
  const numbers = new Set(numbersOf(known))
  const emails = new Set(emailsOf(known))
  const length = [...draft.text].length
  return [
    {
      name: 'length',
      fault: length >= 1 && length <= TEXT_MAX ? null : `${length} characters; 1 to ${TEXT_MAX} may be said`,
    },
    missing('links', links.map(withoutEnd), (link) => linksOf(known).has(link)),
    missing('emails', emailsOf(text), (email) => emails.has(email)),
    missing('numbers', numbersOf(unlinked), (number) => numbers.has(number)),
    missing('codes', codesOf(unlinked), (code) => hasWord(known, code)),
    languageCheck(draft),
  ]
}

/** Whether all went well. */
export function passes(checks: Verdict[]): boolean {
  return checks.every(({ fault }) => fault === null)
}

const LINK =
  /https?:\/\/\S+|(?<![\w/.])www\.\S+|(?<![\p{L}\p{N}.@-])(?:[a-z0-9-]+\.)+(?:com|net|org|shop|store|io|co|eu|de|fr|it|es|nl|jp|uk|example)(?:\/\S*)?(?![\p{L}\p{N}])/giu
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu
const NUMBER = /\d+(?:[.,:/–-]\d+)*/g
const CAPITALS = /(?<![\p{L}\p{N}])[A-Z\d]+(?:-[A-Z\d]+)*(?![\p{L}\p{N}])/gu

/** Letters in capitals with a digit among them, as codes and numbers of articles are written. */
function codesOf(text: string): string[] {
  return (text.match(CAPITALS) ?? []).filter((word) => /\d/.test(word) && /[A-Z]/.test(word))
}

function missing(name: Verdict['name'], parts: string[], isKnown: (part: string) => boolean): Verdict {
  const unknown = parts.filter((part) => !isKnown(part))
  return { name, fault: unknown.length > 0 ? `not in any source: ${[...new Set(unknown)].join(', ')}` : null }
}

/** Digits of other scripts as ours, full width as half. */
function fold(text: string): string {
  return text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) - 0x660) % 0x90))
}

function linksOf(text: string): Set<string> {
  // In JSON a link ends at its quotation mark.
  return new Set((text.replace(/["'<>]/g, ' ').match(LINK) ?? []).map(withoutEnd))
}

/** Email addresses, in lower case. */
function emailsOf(text: string): string[] {
  return (text.match(EMAIL) ?? []).map((email) => email.toLowerCase().replace(/\.$/, ''))
}

function withoutEnd(link: string): string {
  return link.replace(/(?<![.,;:!?)\]。、」])[.,;:!?)\]。、」]+$/, '')
}

/** Every number, and the parts that it is made of: a date's day, both ends of "84–88". */
function numbersOf(text: string): string[] {
  return (text.match(NUMBER) ?? []).flatMap((number) => (/[–/]/.test(number) ? number.split(/[–/]/) : [number]))
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'u').test(text)
}

/** Lead of another language from which an answer is in that. */
const CLEARLY = 1.5

function languageCheck({ text, language, evidence }: Draft): Verdict {
  if (language === null) return { name: 'language', fault: null }
  let own = text
  for (const source of evidence) own = own.replace(source.trim(), ' ')
  for (const part of evidence.flatMap((source) => source.split(/(?<=[.!?。])\s+|\n|[":{},]+/))) {
    if (part.trim().length > 3) own = own.replaceAll(part.trim(), ' ')
  }
  const found = recognise(own)
  const isOther = found !== null && found.language !== language && found.lead >= CLEARLY
  return { name: 'language', fault: isOther ? `reads as ${found.language}; the customer writes ${language}` : null }
}
