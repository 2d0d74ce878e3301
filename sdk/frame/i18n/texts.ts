import { isRightToLeft, type Language, pickLanguage } from '../../shared/language.ts'
import { type Catalogue, en, type Key } from './en.ts'

// A text is looked up in what the store says, then in our catalogue. Languages other than English are chunks of their
// own, fetched when somebody reads them.

const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./locales/de.ts'),
  fr: () => import('./locales/fr.ts'),
  es: () => import('./locales/es.ts'),
  it: () => import('./locales/it.ts'),
  pt: () => import('./locales/pt.ts'),
  nl: () => import('./locales/nl.ts'),
  ja: () => import('./locales/ja.ts'),
  ar: () => import('./locales/ar.ts'),
  cs: () => import('./locales/cs.ts'),
  da: () => import('./locales/da.ts'),
  fi: () => import('./locales/fi.ts'),
  ko: () => import('./locales/ko.ts'),
  nb: () => import('./locales/nb.ts'),
  pl: () => import('./locales/pl.ts'),
  ro: () => import('./locales/ro.ts'),
  sv: () => import('./locales/sv.ts'),
  tr: () => import('./locales/tr.ts'),
  zh: () => import('./locales/zh.ts'),
}

type Values = Record<string, string | number>
export interface Texts {
  tag: string
  rtl: boolean
  t(key: Key, values?: Values): string
  time(date: string): string
  day(date: string): string
  /** Day, month and year. */
  date(date: string): string
  /** A moment ahead: the time of today, the weekday and time of another day. */
  when(moment: number): string
  price(amount: string | number, currency: string): string
}

type Overrides = Record<string, Record<string, string>>

export async function loadTexts(wanted: (string | null | undefined)[], overrides: Overrides): Promise<Texts> {
  const { tag, language } = pickLanguage(...wanted)
  const catalogue =
    language === 'en'
      ? en
      : await CATALOGUES[language]().then(
          (chunk) => chunk.default,
          () => en,
        )
  return makeTexts(tag, catalogue, { ...overrides[language], ...overrides[tag] })
}

/** Texts in one language: the store's own text, otherwise the catalogue's, in the plural form of `count`. */
export function makeTexts(tag: string, catalogue: Catalogue, overrides: Record<string, unknown> = {}): Texts {
  const plurals = new Intl.PluralRules(tag)
  const times = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' })
  const weekdays = new Intl.DateTimeFormat(tag, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
  const days = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long' })
  const years = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric' })
  const near = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })

  return {
    tag,
    rtl: isRightToLeft(tag),
    t(key, values = {}) {
      const theirs = overrides[key]
      const text = typeof theirs === 'string' ? theirs : catalogue[key]
      const form =
        typeof text === 'string' ? text : (text[plurals.select(Number(values.count ?? 0))] ?? text.other ?? '')
      return form.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole))
    },
    time: (date) => times.format(new Date(date)),
    date: (date) => years.format(new Date(date)),
    day(date) {
      const then = new Date(date)
      const ago = Math.round((midnight(new Date()) - midnight(then)) / 86_400_000)
      if (ago < 2) return capital(near.format(-Math.max(ago, 0), 'day'), tag)
      return (ago < 300 ? days : years).format(then)
    },
    when(moment) {
      const isToday = midnight(new Date()) === midnight(new Date(moment))
      return (isToday ? times : weekdays).format(moment)
    },
    price(amount, currency) {
      try {
        return new Intl.NumberFormat(tag, { style: 'currency', currency }).format(Number(amount))
      } catch {
        return `${amount} ${currency}`
      }
    },
  }
}

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
const capital = (text: string, tag: string) => text.charAt(0).toLocaleUpperCase(tag) + text.slice(1)
