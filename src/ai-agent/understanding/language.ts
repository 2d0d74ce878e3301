import { firstNormalised } from '#base/text.ts'
import { findLanguage, type Language } from '#core/languages.ts'
import { languagesOf } from './language-words.ts'
import { normalizeText } from './normalize-text.ts'

/** Letters that one language has, or few. */
const LETTERS: [RegExp, Partial<Record<Language, number>>][] = [
  [/ß/, { de: 3 }],
  [/[äöü]/i, { de: 1.5 }],
  [/[ñ¿¡]/i, { es: 3 }],
  [/[ãõ]/i, { pt: 3 }],
  [/ç/i, { pt: 1, fr: 1 }],
  [/[êûîœë]/i, { fr: 1 }],
  [/[èàù]/i, { fr: 0.7, it: 0.9 }],
  [/ò|ì/i, { it: 1.5 }],
  [/[óíáú]/i, { es: 0.7, pt: 0.6 }],
  [/\b[cdjlmnst]['’](?=[a-zéêèàh])/i, { fr: 1.2 }],
  [/\b(?:l|dell|nell|un|c|all)['’](?=[a-zèàh])/i, { it: 1 }],
  [/ij|aa[nrt]|oe[rt]|sch[ae]|lijk/i, { nl: 0.5 }],
  [/sch|ung\b|ck|eit\b/i, { de: 0.4 }],
  [/nh|lh|ção|ões\b|ç[oa]s?\b/i, { pt: 1 }],
  [/ción|ll|dad\b|ue[rn]/i, { es: 0.6 }],
  [/zion|gli|cch|gh[ei]|[aeo]tt[aoei]\b|zz|[aei]re\b/i, { it: 0.6 }],
  [/eau|ez\b|eux|oir|ais\b/i, { fr: 0.6 }],
  [/th|ing\b|wh|ght|'s\b/i, { en: 0.5 }],
]

/** What is read of each text, and how many texts, newest first: more says no more about a language. */
const TEXT_MAX = 1_000
const TEXTS_MAX = 20
/** How sure the words must be before the browser's language is not asked. */
const CLEAR = 1
/** How far another language must be ahead of the browser's: further than a few letters bring it ("umbrella", "pizza"). */
const AHEAD_OF_BROWSER = 0.75

/** How much each language is in a text: 0 where nothing speaks for it. */
function weighLanguages(whole: string): Map<Language, number> {
  const text = firstNormalised(whole, TEXT_MAX)
  const weights = new Map<Language, number>()
  const add = (language: Language, weight: number) => weights.set(language, (weights.get(language) ?? 0) + weight)
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  const [arabic, kana, han] = [
    count(/\p{Script=Arabic}/gu),
    count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu),
    count(/\p{Script=Han}/gu),
  ]
  if (arabic > 1) add('ar', arabic)
  if (kana > 0 || han > 1) add('ja', kana + han)
  const bare = withoutNames(withoutKeys(text))
  for (const word of normalizeText(bare).split(/[ .]+/)) {
    for (const [language, weight] of languagesOf(word) ?? []) add(language, weight)
  }
  // The letters of a known word say nothing more: "hallo" is not Spanish.
  const unknown = bare
    .split(/\s+/)
    .filter((word) => !languagesOf(normalizeText(word).replaceAll(' .', '')))
    .join(' ')
  for (const [letters, languages] of LETTERS) {
    if (!letters.test(unknown)) continue
    for (const [language, weight] of Object.entries(languages)) add(language as Language, weight)
  }
  return weights
}

/** Names of products are in the shop's language: "Como lavo a Skerry Rain Jacket?" A text that is all names stays. */
function withoutNames(text: string): string {
  const bare = text.replace(/(?<=\p{Ll} )\p{Lu}[\p{L}\d’']*(?: (?:[A-Z\d]+|\p{Lu}[\p{L}\d’']*))+/gu, ' ')
  return bare.split(/\s+/).filter((word) => WORD.test(word)).length > 1 ? bare : text
}

/** Minimum of a word: two letters in a row. */
const WORD = /\p{L}{2}/u

/** Addresses and numbers are in no language. Word by word, for a pattern over a long text without spaces is quadratic. */
function withoutKeys(text: string): string {
  return text
    .split(/\s+/)
    .map((word) => (/.@./u.test(word) || /\d/.test(word) ? '' : word.replace(/https?:\/\/.+/, '')))
    .join(' ')
}

/**
 * The language of a text among those of the AI agent, and how far it is ahead of the next (0: nothing tells); null
 * where nothing speaks for any of them.
 */
export function recognise(text: string): { language: Language; lead: number } | null {
  const ranked = [...weighLanguages(text)].sort((a, b) => b[1] - a[1])
  const [first, second] = ranked
  return first ? { language: first[0], lead: first[1] - (second?.[1] ?? 0) } : null
}

/**
 * The customer's language: of what is asked; where that says little ("ok, #1001"), of what they wrote before, then the
 * browser's, then English. `texts` are the customer's, newest first; `locale` is BCP 47.
 */
export function detectLanguage(texts: string[], locale: string | null): Language {
  const browser = findLanguage(locale)
  const votes = new Map<Language, number>()
  for (const [i, text] of texts.slice(0, TEXTS_MAX).entries()) {
    const weights = weighLanguages(text)
    for (const [language, weight] of weights) votes.set(language, (votes.get(language) ?? 0) + weight / (1 + i))
    const found = lead(votes)
    if (found && found.lead >= CLEAR) return found.language
  }
  const found = lead(votes)
  if (found && browser !== null && (votes.get(browser) ?? 0) >= (votes.get(found.language) ?? 0) - AHEAD_OF_BROWSER)
    return browser
  return found?.language ?? browser ?? 'en'
}

function lead(votes: Map<Language, number>) {
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1])
  return first ? { language: first[0], lead: first[1] - (second?.[1] ?? 0) } : null
}
