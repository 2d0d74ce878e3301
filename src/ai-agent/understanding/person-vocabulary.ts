import { editDistance } from '#base/search-tokenizer.ts'
import type { Language } from '../turn.ts'
import { normalizeText } from './normalize-text.ts'
import { CALL_WORDS, PERSON_WORDS, type PersonWords } from './person-words.ts'

/** The words of the wish for a person in one language, each with what it does in such a sentence. */

export type WordKind = 'person' | 'talk' | 'call' | 'other' | 'about'

export interface Vocabulary {
  kinds: Map<string, Set<WordKind>>
  /** The single words that may be misspelt, by their length, with their letters as `lettersOf` gives them. */
  byLength: Map<number, { word: string; letters: number }[]>
  /** Words of the longest phrase. */
  longest: number
}

/** Letters from which a word may be misspelt by one, and by two. */
const ONE_MISTAKE = 4
const TWO_MISTAKES = 9

/** Correct words of shops, one letter away from words of wishes ("chance"): they are not misspelt. */
const CORRECT = new Set(['change', 'charge', 'changed', 'charged', 'ship', 'shipped'])

const VOCABULARIES = new Map(
  Object.entries(PERSON_WORDS).map(([language, words]) => [language, vocabularyOf(words)] as const),
)

/** Returns the vocabularies of a language and of English, which people of all languages use with shops. */
export function vocabulariesFor(language: Language): Vocabulary[] {
  const names = new Set([language === 'ja' ? 'en' : language, 'en'])
  return [...names].flatMap((name) => VOCABULARIES.get(name) ?? [])
}

/** The longest phrase that begins at a word, and its kinds; a single word may be misspelt unless `isExact`. */
export function longestPhrase(words: string[], at: number, vocabulary: Vocabulary, isExact = false) {
  const { kinds, longest } = vocabulary
  for (let length = Math.min(longest, words.length - at); length > 1; length--) {
    const phrase = words.slice(at, at + length).join(' ')
    const found = kinds.get(phrase) ?? kinds.get(phrase.replace(/^(?:ال|لل|[لبو])/, ''))
    if (found) return { kinds: found, length }
  }
  return { kinds: lookUp(words[at] as string, vocabulary, isExact), length: 1 }
}

function lookUp(word: string, { kinds, byLength }: Vocabulary, isExact: boolean): Set<WordKind> | undefined {
  const exact = kinds.get(word) ?? kinds.get(withoutArticle(word)) ?? kinds.get(withoutElision(word))
  if (exact || isExact || word.length < ONE_MISTAKE || CORRECT.has(word)) return exact
  const most = mistakesIn(word)
  const letters = lettersOf(word)
  for (let length = word.length - most; length <= word.length + most; length++) {
    const near = byLength.get(length)?.find((known) => isNear(letters, known) && isMisspelt(word, known.word))
    if (near) return kinds.get(near.word)
  }
  return undefined
}

const mistakesIn = (word: string) => (word.length >= TWO_MISTAKES ? 2 : 1)

function isMisspelt(word: string, known: string): boolean {
  if (known.length === ONE_MISTAKE && !isSwapped(known, word)) return false
  return editDistance(word, known) <= mistakesIn(known)
}

/** Which letters a word has, as bits. A table of distances takes 5 µs; comparing bits spares nearly all of them. */
function lettersOf(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31)
  return bits
}

/** Whether few enough letters differ: a mistake changes two bits at most. */
function isNear(letters: number, known: { word: string; letters: number }): boolean {
  let left = 2 * mistakesIn(known.word)
  for (let bits = letters ^ known.letters; bits !== 0; bits &= bits - 1) if (left-- === 0) return false
  return true
}

/** Compares the letters without their order: "tlak" is "talk". */
function isSwapped(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('')
}

/** French and Italian leave a vowel out: "m'appeler", "l'assistenza". */
function withoutElision(word: string): string {
  return word.replace(/^(?:[cdjlmnst]|qu|un|all|dell|nell|dall)(?=[aeiouh]\p{L}{3})/u, '')
}

/** Arabic writes "the", "with", "to" and "and" onto the word. */
function withoutArticle(word: string): string {
  const bare = word.replace(/^(?:وال|بال|لل|ال|[بلو](?=\p{L}{3}))/u, '')
  return /\p{Script=Arabic}{5}/u.test(bare) ? bare.replace(/(?:كم|ها|نا|ني|هم|ه)$/u, '') : bare
}

function vocabularyOf(words: PersonWords): Vocabulary {
  const kinds = new Map<string, Set<WordKind>>()
  for (const kind of ['person', 'talk', 'other', 'about'] as const) {
    for (const phrase of words[kind].split(/,\s*/).map(normalizeText)) {
      const known = kinds.get(phrase)
      if (known) known.add(kind)
      else kinds.set(phrase, new Set([kind]))
      const bare = withoutArticle(phrase)
      if (bare !== phrase && !kinds.has(bare)) kinds.set(bare, new Set([kind]))
    }
  }
  for (const phrase of CALL_WORDS.split(/,\s*/).map(normalizeText)) kinds.set(phrase, new Set(['call']))
  const single = [...kinds.keys()]
    .filter((phrase) => phrase.length >= ONE_MISTAKE && !phrase.includes(' '))
    .map((word) => ({ word, letters: lettersOf(word) }))
  return {
    kinds,
    byLength: Map.groupBy(single, ({ word }) => word.length),
    longest: Math.max(...[...kinds.keys()].map((phrase) => phrase.split(' ').length)),
  }
}
