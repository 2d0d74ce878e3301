import { readWords } from '#base/search-tokenizer.ts'
import type { Language } from '../turn.ts'
import { COLUMNS, GLOSSARY } from '../understanding/glossary.ts'
import { alikeWords, phraseAt } from './thesaurus.ts'

/** A word of a text and what it may be in English. */
export interface GlossedWord {
  /** As search compares it. */
  text: string
  stem: string
  /** English words; the word itself where none is known. */
  english: string[]
  isGlossed: boolean
}

/** Minimum length of a stem: shorter ones say too little; "pas" is not a form of "passer". */
const STEM_MIN = 4

/** By language, the stem of a word to its English ones; for Japanese the word itself. */
const TABLES = read()

/** Minimum length of a compound's part, in letters. */
const PART_MIN = 4

/** The words of a text, each with its English ones, where glossary and thesaurus have any; phrases count as one word. */
export function gloss(text: string, language: Language): GlossedWord[] {
  const table = TABLES.get(language)
  if (table === undefined) return englishTerms(text)
  const terms =
    language === 'ja' ? japaneseTerms(text, table) : readWords(text).map((word) => translate(word, table, language))
  return terms.map((term) => ({ ...term, english: withAlike(term.english) }))
}

function translate(
  word: { text: string; stem: string },
  table: Map<string, string[]>,
  language: Language,
): GlossedWord {
  const english = lookUp(word.stem, word.text, table, language)
  return english ? { ...word, english, isGlossed: true } : plainTerm(word)
}

function englishTerms(text: string): GlossedWord[] {
  const words = readWords(text.replace(/(\p{L})['’](?=\p{L})/gu, '$1'))
  const stems = words.map(({ stem }) => stem)
  const terms: GlossedWord[] = []
  for (let i = 0; i < words.length; ) {
    const phrase = phraseAt(stems, i)
    if (phrase) {
      const said = words.slice(i, i + phrase.length).map((word) => word.text)
      terms.push({ text: said.join(' '), stem: said.join(' '), english: phrase.words, isGlossed: true })
      i += phrase.length
    } else {
      const word = words[i] as { text: string; stem: string }
      const english = [...new Set([word.text, ...alikeWords(word)])]
      terms.push({ ...word, english, isGlossed: english.length > 1 })
      i++
    }
  }
  return terms
}

function withAlike(english: string[]): string[] {
  return [...new Set(english.flatMap((word) => [word, ...readWords(word).flatMap(alikeWords)]))]
}

function plainTerm({ text, stem }: { text: string; stem: string }): GlossedWord {
  return { text, stem, english: [text], isGlossed: false }
}

function lookUp(stem: string, text: string, table: Map<string, string[]>, language: Language): string[] | undefined {
  const exact = table.get(text) ?? (stem.length >= STEM_MIN ? table.get(stem) : undefined)
  if (exact) return exact
  if (language === 'ar') return arabic(text, table)
  return language === 'de' || language === 'nl' ? compound(text, table) : undefined
}

/** Arabic writes articles, prepositions and pronouns onto the word. */
function arabic(text: string, table: Map<string, string[]>): string[] | undefined {
  const bare = text.replace(/^(?:وال|بال|لل|ال|كال|فال|[بلوف])/, '')
  return table.get(bare) ?? table.get(bare.replace(/(?:كم|نا|ها|ه|ي|ك|ات|ين|ون)$/, ''))
}

/** "Versandkosten" is shipping and cost: both halves are known, or the one that is long enough. */
function compound(text: string, table: Map<string, string[]>): string[] | undefined {
  const parts = (from: number, to: number) => {
    const part = text.slice(from, to)
    if (part.length < PART_MIN) return undefined
    const [word] = readWords(part)
    const joined = part.endsWith('s') ? readWords(part.slice(0, -1))[0] : undefined
    return table.get(word?.stem ?? '') ?? table.get(part) ?? table.get(joined?.stem ?? '')
  }
  for (let at = text.length - PART_MIN; at >= PART_MIN; at--) {
    const [front, back] = [parts(0, at), parts(at, text.length)]
    if (front && back) return [...new Set([...front, ...back])]
  }
  return undefined
}

/** Known words wherever they stand, the longest first, each character once; the rest as search cuts it, without particles. */
function japaneseTerms(text: string, table: Map<string, string[]>): GlossedWord[] {
  let left = text.normalize('NFKC')
  const found: GlossedWord[] = []
  for (const [word, english] of table) {
    if (!left.includes(word)) continue
    found.push({ text: word, stem: word, english, isGlossed: true })
    left = left.replaceAll(word, ' ')
  }
  const others = readWords(left).filter(({ text }) => !/^[\u3040-\u309f]+$/.test(text))
  return [...found, ...others.map(plainTerm)]
}

function read(): Map<Language, Map<string, string[]>> {
  const rows = GLOSSARY.trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim().split(/\s+/)))
  return new Map(
    COLUMNS.slice(1).map((language, i) => {
      const entries = new Map<string, string[]>()
      for (const [english = [], ...others] of rows) {
        for (const word of others[i] ?? []) {
          const [read] = readWords(word)
          const keys =
            language === 'ja' || !read ? [word] : [read.text, ...(read.stem.length >= STEM_MIN ? [read.stem] : [])]
          for (const key of keys) entries.set(key, [...new Set([...(entries.get(key) ?? []), ...english])])
        }
      }
      const byLength = [...entries].sort((a, b) => b[0].length - a[0].length)
      return [language, new Map(language === 'ja' ? byLength : entries)]
    }),
  )
}

/** English words that the glossary has: those of any shop, not names of things. */
export const ENGLISH_WORDS: ReadonlySet<string> = new Set(
  GLOSSARY.trim()
    .split('\n')
    .flatMap((row) => (row.split('|')[0] as string).trim().split(/\s+/)),
)
