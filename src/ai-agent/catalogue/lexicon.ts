import { readWords } from '#base/search-tokenizer.ts'
import type { Language } from '../turn.ts'
import { COLUMNS } from '../understanding/glossary.ts'
import { normalizeText } from '../understanding/normalize-text.ts'
import { GOODS } from './goods.ts'

/** What a word of goods means, the same in all languages. */
export interface Concept {
  /** Its first English word: `jacket`. */
  id: string
  /** kind, material, colour, audience, diet, what people react to, use or property. */
  type: 'k' | 'm' | 'c' | 'a' | 'd' | 'n' | 'u'
  /** The kind that it is one of: a cardigan is a sweater. */
  wider: string | undefined
}

interface Table {
  /** Words in plain letters. */
  byText: Map<string, Concept[]>
  byStem: Map<string, Concept[]>
  /** Short words whose accents tell them from others: the Italian "tè". As they are written, in lower case. */
  accented: Map<string, Concept[]>
  /** Words of a phrase in plain letters, longest phrase first, by its first word. */
  phrases: Map<string, { words: string[]; concept: Concept }[]>
}

/** Minimum length of a stem, of a word that needs no accents, and of the parts of a compound. */
const STEM_MIN = 4
const PLAIN_MIN = 4
const [HEAD_MIN, FRONT_MIN] = [3, 4]

let tables: Map<Language, Table> | undefined
const tableOf = (language: Language) => {
  tables ??= read()
  return tables.get(language) as Table
}

/** A part of a text: what its words mean; for a word of no meaning here only the word. */
export interface WishTerm {
  /** As it is written, in lower case. */
  raw: string
  /** In plain letters. */
  text: string
  stem: string
  concepts: Concept[]
}

/** A line of words: letters and digits, and the signs that part clauses as terms of their own. */
const PART = /[\p{L}\p{M}\p{N}]+|[.,;:!?()\n、。！？،؟¿¡/–]/gu

/** What the words of a text mean, each in its language or in English, whose words shops use everywhere. */
export function readTerms(text: string, language: Language): WishTerm[] {
  if (language === 'ja') return japaneseTerms(text)
  const parts = text.match(PART) ?? []
  const plain = parts.map(plainOf)
  const languages: Language[] = language === 'en' ? ['en'] : [language, 'en']
  const terms: WishTerm[] = []
  for (let i = 0; i < parts.length; ) {
    const raw = (parts[i] as string).toLowerCase()
    const phrase = languages.flatMap((one) => phraseAt(plain, i, one) ?? [])[0]
    const length = phrase?.words.length ?? 1
    const word = plain.slice(i, i + length).join(' ')
    terms.push(phrase ? { raw, text: word, stem: word, concepts: [phrase.concept] } : termOf(raw, word, languages))
    i += length
  }
  return terms
}

/** Words that are remembered as read: catalogues say the same ones again and again. */
const REMEMBERED_MAX = 20_000
const plainWords = new Map<string, string>()
const readTermsByWord = new Map<string, WishTerm>()

function remember<T>(memory: Map<string, T>, key: string, make: () => T): T {
  const known = memory.get(key)
  if (known !== undefined) return known
  if (memory.size >= REMEMBERED_MAX) memory.clear()
  const made = make()
  memory.set(key, made)
  return made
}

const plainOf = (part: string) =>
  remember(plainWords, part, () => (/[\p{L}\p{N}]/u.test(part) ? normalizeText(part) : part))

const termOf = (raw: string, text: string, languages: Language[]): WishTerm =>
  remember(readTermsByWord, `${languages[0]} ${raw}`, () => {
    const stem = readWords(text)[0]?.stem ?? text
    return { raw, text, stem, concepts: meaningOf({ raw, text, stem }, languages) }
  })

function phraseAt(plain: string[], at: number, language: Language) {
  const found = tableOf(language).phrases.get(plain[at] as string)
  return found?.find(({ words }) => words.every((word, i) => plain[at + i] === word))
}

function meaningOf(word: { raw: string; text: string; stem: string }, languages: Language[]): Concept[] {
  for (const language of languages) {
    const { byText, byStem, accented } = tableOf(language)
    const found = accented.get(word.raw) ?? byText.get(word.text) ?? byStem.get(word.stem)
    if (found) return found
    const built = language === 'ar' ? arabic(word.text) : isCompounding(language) ? compound(word.text, language) : null
    if (built) return built
  }
  return []
}

const isCompounding = (language: Language) => language === 'de' || language === 'nl'

/** Arabic writes articles, prepositions and pronouns onto the word. */
function arabic(text: string): Concept[] | undefined {
  const { byText } = tableOf('ar')
  const bare = text.replace(/^(?:وال|بال|لل|ال|كال|فال|[بلوف])/, '')
  return byText.get(bare) ?? byText.get(bare.replace(/(?:كم|نا|ها|ه|ي|ك|ات|ين|ون)$/, ''))
}

/** "Erdbeermarmelade" is a marmalade, of strawberries: its last part tells the kind, what stands before it more of that. */
function compound(text: string, language: Language): Concept[] | undefined {
  for (let at = FRONT_MIN; at <= text.length - HEAD_MIN; at++) {
    const head = partOf(text.slice(at), language)?.filter(({ type }) => type === 'k' || type === 'm')
    if (!head?.length) continue
    const front = text.slice(0, at)
    const more = partOf(front, language) ?? partOf(front.replace(/(?:s|n|en)$/, ''), language) ?? []
    return [...head, ...more.filter(({ type }) => type !== 'k')]
  }
  return undefined
}

function partOf(text: string, language: Language): Concept[] | undefined {
  const { byText, byStem } = tableOf(language)
  return byText.get(text) ?? (text.length > STEM_MIN ? byStem.get(readWords(text)[0]?.stem ?? '') : undefined)
}

/** Known words wherever they stand, the longest first, in the order of the text; the rest between them without particles. */
function japaneseTerms(text: string): WishTerm[] {
  const whole = text.normalize('NFKC')
  const found: { at: number; term: WishTerm }[] = []
  let left = whole
  const take = (word: string, concepts: Concept[]) => {
    for (let at = left.indexOf(word); at >= 0; at = left.indexOf(word)) {
      found.push({ at, term: { raw: word, text: word, stem: word, concepts } })
      left = left.slice(0, at) + '\0'.repeat(word.length) + left.slice(at + word.length)
    }
  }
  for (const [word, concepts] of tableOf('ja').byText) take(word, concepts)
  for (const { 0: word, index } of left.matchAll(
    /[\p{Script=Katakana}ー]{2,}|\p{Script=Han}+|[\p{L}\p{N}]+|[、。！？\n]/gu,
  )) {
    if (/^[\p{Script=Hiragana}ー]+$/u.test(word)) continue
    const known = /^[\x20-\x7e]+$/.test(word)
      ? readTerms(word, 'en')
      : [{ raw: word, text: word, stem: word, concepts: [] }]
    for (const term of known) found.push({ at: index, term })
  }
  return found.sort((a, b) => a.at - b.at).map(({ term }) => term)
}

function read(): Map<Language, Table> {
  const made = new Map(COLUMNS.map((language) => [language as Language, emptyTable()]))
  for (const row of GOODS.trim().split('\n')) {
    const type = row[0] as Concept['type']
    for (const [i, cell] of row.slice(2).split('|').entries()) {
      const table = made.get(COLUMNS[i] as Language) as Table
      const [first = ''] = row.slice(2).trim().split(/\s+/)
      const [id = '', wider] = first.split('<')
      for (const word of cell.trim().split(/\s+/))
        addWord(table, word.replace(/<.*/, ''), { id, type, wider }, COLUMNS[i] === 'ja')
    }
  }
  const ja = made.get('ja') as Table
  ja.byText = new Map([...ja.byText].sort((a, b) => b[0].length - a[0].length))
  return made
}

const emptyTable = (): Table => ({ byText: new Map(), byStem: new Map(), accented: new Map(), phrases: new Map() })

function addWord(table: Table, word: string, concept: Concept, isJapanese: boolean): void {
  const add = (map: Map<string, Concept[]>, key: string) => map.set(key, [...(map.get(key) ?? []), concept])
  if (isJapanese) return void add(table.byText, word.normalize('NFKC'))
  const words = (word.replaceAll('_', ' ').match(PART) ?? []).map(normalizeText)
  const [first = ''] = words
  if (words.length > 1) {
    const known = [...(table.phrases.get(first) ?? []), { words, concept }]
    table.phrases.set(
      first,
      known.sort((a, b) => b.words.length - a.words.length),
    )
    return
  }
  if (first.length < PLAIN_MIN && first !== word.toLowerCase()) return void add(table.accented, word.toLowerCase())
  add(table.byText, first)
  const stem = readWords(first)[0]?.stem ?? ''
  if (stem.length >= STEM_MIN) add(table.byStem, stem)
}

/** Words of all languages for some meanings, as one query: the catalogue may be in any. */
export function wordsOf(ids: string[]): string {
  const wanted = new Set(ids)
  const rows = GOODS.trim()
    .split('\n')
    .map((row) => row.slice(2).split('|'))
  const found = rows.filter(([english = '']) => wanted.has(english.trim().split(/[\s<]/)[0] ?? ''))
  return found
    .flatMap((cells) => cells.flatMap((cell) => cell.trim().replaceAll('_', ' ').split(/\s+/).slice(0, WORDS_MAX)))
    .join(' ')
}

/** Words of a meaning in one language that are searched for. */
const WORDS_MAX = 2
