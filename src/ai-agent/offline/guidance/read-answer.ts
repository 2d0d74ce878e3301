import { currentTime } from '#base/clock.ts'
import { shorten } from '#base/text.ts'
import type { AnswerType } from '#core/guidance/guidance.ts'
import { GUIDANCE_MAX } from '#core/limits.ts'
import { LANGUAGES } from '../../turn.ts'
import { findEmails, findKeys } from '../../understanding/extract-order-numbers.ts'
import { normalizeText } from '../../understanding/normalize-text.ts'

/** A customer's answer as its type asks: a date as 2026-11-24, a number with a point. Null where the text has none. */
export function readAnswer(type: AnswerType, text: string, locale: string | null): string | null {
  if (type === 'email') return findEmails(text)[0] ?? null
  if (type === 'order_number') return findKeys(text, true)[0] ?? null
  if (type === 'number') return readNumber(text)
  if (type === 'date') return readDate(text, locale)
  return text.trim() === '' ? null : shorten(text, GUIDANCE_MAX.answer)
}

/** What a message says by the way, before it is asked: only what cannot be taken for anything else. */
export function readUnasked(type: AnswerType, text: string): string | null {
  if (type === 'email') return findEmails(text)[0] ?? null
  return type === 'order_number' ? (findKeys(text, false)[0] ?? null) : null
}

/** Digits of other scripts as ours, full width as half. */
const fold = (text: string) =>
  text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) - 0x660) % 0x90))

/** The first number: 3, 2.5, 2,5, 1,200.50, 1.200,50. A comma or point before three digits alone separates thousands. */
function readNumber(text: string): string | null {
  const [found] = fold(text).match(/-?\d{1,15}(?:[.,]\d{1,15}){0,5}/) ?? []
  if (found === undefined) return null
  const last = Math.max(found.lastIndexOf('.'), found.lastIndexOf(','))
  if (last === -1) return found
  const [whole, part] = [found.slice(0, last).replace(/[.,]/g, ''), found.slice(last + 1)]
  const isThousands = part.length === 3 && (whole.length <= 3 || /[.,]/.test(found.slice(0, last)))
  const isMixed = /\./.test(found) && /,/.test(found)
  return isThousands && !isMixed ? `${whole}${part}` : `${whole}.${part}`
}

const DAY_MS = 24 * 60 * 60 * 1000

function readDate(text: string, locale: string | null): string | null {
  const folded = fold(text)
  const year = currentTime().getUTCFullYear()
  const iso = /(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/.exec(folded)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const written = /(?<![\d.])(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2}))?(?!\d)/.exec(folded)
  if (written) {
    const [first, second] = [Number(written[1]), Number(written[2])]
    const named = written[3] === undefined ? year : Number(written[3].padStart(4, '20'))
    // Americans write the month first; so does who names a day above 12 second.
    const isMonthFirst = second > 12 || (/^en-us/i.test(locale ?? '') && first <= 12)
    return isMonthFirst ? dayOf(named, first, second) : dayOf(named, second, first)
  }
  const short = /(\d{1,2})月(\d{1,2})日/.exec(folded)
  if (short) return dayOf(year, Number(short[1]), Number(short[2]))
  return readNamed(normalizeText(folded), year)
}

/** 24 November, November 24th 2026, yesterday: in the words of any of the languages. */
function readNamed(text: string, year: number): string | null {
  const words = text.split(/[ .]+/)
  const { months, days } = namesOfTime()
  const month = words.map((word) => months.get(word)).find((number) => number !== undefined)
  if (month !== undefined) {
    const numbers = words.flatMap((word) => /^(\d{1,4})(?:st|nd|rd|th|er)?$/.exec(word)?.[1] ?? []).map(Number)
    const day = numbers.find((number) => number >= 1 && number <= 31)
    const named = numbers.find((number) => number > 1_900)
    return day === undefined ? null : dayOf(named ?? year, month, day)
  }
  const shift = [...days].find(([word]) => ` ${words.join(' ')} `.includes(word))?.[1]
  return shift === undefined ? null : new Date(currentTime().getTime() + shift * DAY_MS).toISOString().slice(0, 10)
}

let names: { months: Map<string, number>; days: Map<string, number> } | undefined
/** Names of months, and words for yesterday, today and tomorrow, as plain text has them. */
function namesOfTime() {
  if (names) return names
  const months = new Map<string, number>()
  const days = new Map<string, number>()
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
      for (let i = 0; i < 12; i++) {
        const parts = format.formatToParts(new Date(Date.UTC(2026, i, 1)))
        const name = normalizeText(parts.find(({ type }) => type === 'month')?.value ?? '').replaceAll(' .', '')
        // In Japanese a month is a number.
        if (/^\p{L}{3,}$/u.test(name)) months.set(name, i + 1)
      }
    }
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    for (const shift of [-1, 0, 1]) {
      const word = normalizeText(relative.format(shift, 'day')).replaceAll('.', ' ').trim()
      days.set(language === 'ja' ? word : ` ${word} `, shift)
    }
  }
  names = { months, days }
  return names
}

/** Null for a day that no calendar has. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1_900 && year < 2_200
    ? date.toISOString().slice(0, 10)
    : null
}
