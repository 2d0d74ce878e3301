import { normalizeText } from './normalize-text.ts'

/** What customers type that is looked up as it stands: order and tracking numbers, addresses. */

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu
const URL_OR_EMAIL = /https?:\/\/\S+|(?<!\S)\S+@\S+/g
/** #TT-1001, W2611340, TT 1001, 357962501027: letters and digits with few signs in between, with a digit. */
const KEY = /#\s?[\p{L}\p{N}][\p{L}\p{N}_/-]{1,40}|(?<![\p{L}\p{N}#])[A-Za-z]{0,6}-?\d[A-Za-z0-9_/-]{2,40}/gu
/** Digits in groups: "1Z 999 AA1 0123", "00340 4341 6109". */
const GROUPS = /(?<![\p{L}\p{N}])[A-Z]{0,2}\d[\dA-Z]*(?:[ -][\dA-Z]{2,}){1,6}(?![\p{L}\p{N}])/gu
/** Matches what is not an order number: sizes, money, times, dates. */
const MEASURE =
  /^(?:\d{1,4}(?:cm|mm|kg|g|ml|l|w|v|mah|x\d+|th|st|nd|rd|days?|hrs?|h|pm|am|eur|usd|jours?|tage?)|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)$/i
const YEAR = /^(?:19|20)\d{2}$/

/** Most numbers of a message that are looked up. */
const KEYS_MAX = 5

/** Email addresses, each once, as they were typed. */
export function findEmails(text: string): string[] {
  return [...new Set(text.match(EMAIL) ?? [])]
}

/**
 * What may be numbers of orders or parcels, the likeliest first and each once: with a #, with letters and digits, long
 * runs of digits; up to five. With `isAsked` (the message is about an order, or answers the question for one) plain
 * numbers of three digits count, too.
 */
export function findKeys(text: string, isAsked: boolean): string[] {
  const bare = text.normalize('NFKC').replace(URL_OR_EMAIL, ' ')
  const grouped = (bare.match(GROUPS) ?? []).map((key) => key.replace(/[ -]/g, '')).filter((key) => key.length >= 9)
  const found = [...(bare.match(KEY) ?? []), ...grouped].map((key) =>
    key.replace(/\s/g, '').replace(/(?<![-_/])[-_/]+$/, ''),
  )
  const likely = found.filter((key) => isKey(key, isAsked))
  return [...new Set(likely.sort((a, b) => rank(a) - rank(b)))].slice(0, KEYS_MAX)
}

function isKey(key: string, isAsked: boolean): boolean {
  if (!/\d/.test(key)) return false
  if (key.startsWith('#')) return /\d{2}/.test(key) || isAsked
  if (MEASURE.test(key)) return false
  const digits = key.replace(/\D/g, '').length
  if (/[A-Za-z]/.test(key)) return digits >= 3 && /^[A-Za-z]{0,6}-?[\dA-Za-z/_-]+$/.test(key)
  return digits >= (isAsked ? 3 : 5) && !(YEAR.test(key) && !isAsked)
}

function rank(key: string): number {
  if (key.startsWith('#')) return 0
  return /[A-Za-z]/.test(key) ? 1 : 2 - key.length / 100
}

/** Words that make a long number one of a parcel. */
const OF_PARCEL =
  /track|sendung|paket|parcel|suivi|seguimiento|rastre|colis|spedizion|verzend|zending|شحن|تتبع|追跡|伝票/

/** Whether a payment card's number was typed: 13 to 19 digits of a known issuer whose check digit is right. */
export function hasCardNumber(text: string): boolean {
  if (OF_PARCEL.test(normalizeText(text))) return false
  return (text.match(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g) ?? []).some((run) => {
    const digits = run.replace(/\D/g, '')
    return /^(?:4|5[1-5]|2[2-7]|3[47]|6(?:011|5))/.test(digits) && isChecked(digits)
  })
}

/** Luhn's sum. */
function isChecked(digits: string): boolean {
  let sum = 0
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
