import { editDistance, readWords, type SearchToken, spellingsOf } from '#base/search-tokenizer.ts'
import { isStopWord } from '#base/stop-words.ts'
import type { Queries } from '#database/database.ts'
import { countPostings, findRecords, findWords, POSTINGS_MAX, type Term } from '#storage/search/search.ts'
import { EVERY_RECORD, EXACT, type SearchKind, type SearchTexts, weigh } from '#storage/search/search-index.ts'

/** A record that answers a query. */
export interface Hit {
  id: string
  /** Above 0, with 4 decimals; to be compared within one answer only. */
  score: number
}

/** Words of a query that are read: mails are long. */
const WORDS_MAX = 60
/** Number of words that are always searched for; of the others the rarest, while few records have them. */
const WORDS_ALWAYS = 12
const RECORDS_MAX = 10_000
/** Words that are taken for misspelt ones. */
const MISSPELT_MAX = 12
/** Other words that a misspelt one may stand for. */
const CORRECTIONS_MAX = 5
/** How much a corrected word counts against one that was written so. */
const CORRECTED = 0.7
/** Below this share of the best record's score a record has nothing to do with the query. */
const RELEVANT = 0.15

/** Index of a search: in the database, or a few texts in memory. */
interface Index {
  count(tokens: string[]): Promise<Map<string, number>>
  /** Words that are there and have one of these spellings. */
  findWords(spellings: string[]): Promise<string[]>
  find(terms: Term[]): Promise<Found[]>
}

/** A record, the sum of the weights of the query's words in it, and how many of these it has. */
interface Found {
  id: string
  score: number
  words: number
}

/** Records of a kind that say something about a query, best first: up to a thousand. */
export function search(shop: Queries, kind: SearchKind, query: string): Promise<Hit[]> {
  return searchIn(query, {
    count: (tokens) => countPostings(shop, kind, tokens),
    findWords: (spellings) => findWords(shop, spellings),
    find: (terms) => findRecords(shop, kind, terms),
  })
}

/** Searches texts in memory. */
export function searchTexts(texts: SearchTexts[], query: string): Promise<Hit[]> {
  const records = texts.map((text) => ({ id: text.id, ...weigh(text) }))
  const words = [...new Set(records.flatMap(({ spellings }) => [...spellings]))]
  return searchIn(query, {
    count: async (tokens) =>
      new Map(tokens.map((token) => [token, records.filter(({ weights }) => weights.has(token)).length])),
    findWords: async (spellings) => {
      const wanted = new Set(spellings)
      return words.filter((word) => spellingsOf(word).some((spelling) => wanted.has(spelling)))
    },
    find: async (terms) => records.map(({ id, weights }) => ({ id, ...compare(weights, terms) })),
  })
}

function compare(weights: Map<string, number>, terms: Term[]): Omit<Found, 'id'> {
  const byWord = new Map<number, number>()
  for (const { token, word, boost } of terms) {
    const score = (weights.get(token) ?? 0) * boost
    if (score > (byWord.get(word) ?? 0)) byWord.set(word, score)
  }
  return { score: [...byWord.values()].reduce((sum, score) => sum + score, 0), words: byWord.size }
}

/**
 * Words count by how rare they are, in whichever form; a word that no record has is taken for those that are spelt
 * nearly so.
 */
async function searchIn(query: string, index: Index): Promise<Hit[]> {
  const read = wordsOf(query)
  if (read.length === 0) return []
  const counts = await index.count([EVERY_RECORD, ...read.map(({ stem }) => stem)])
  const records = counts.get(EVERY_RECORD) ?? 0
  const words = chooseWords(read, counts)
  const terms: Term[] = []
  const add = (word: number, stem: string, tokens: string[], factor: number) => {
    const count = counts.get(stem) ?? 0
    if (count === 0) return
    const boost = factor * rarity(count, records)
    for (const token of tokens) terms.push({ token, word, boost, finds: count < POSTINGS_MAX })
  }
  for (const [i, { text, stem }] of words.entries()) add(i, stem, [stem, EXACT + text], 1)

  const unknown = [...words.entries()].filter(([, { stem }]) => !counts.get(stem)).slice(0, MISSPELT_MAX)
  if (records > 0 && unknown.length > 0) {
    const corrections = await correct(
      index,
      unknown.map(([, word]) => word),
    )
    for (const [stem, count] of await index.count([...new Set(corrections.flat())])) counts.set(stem, count)
    for (const [n, [i]] of unknown.entries()) {
      for (const stem of corrections[n] as string[]) add(i, stem, [stem], CORRECTED)
    }
  }
  if (terms.length === 0) return []
  const isAllCommon = !terms.some(({ finds }) => finds)
  return rank(await index.find(isAllCommon ? terms.map((term) => ({ ...term, finds: true })) : terms), words.length)
}

/** The words of a query that say what it is about; all of them when none does. */
function wordsOf(query: string): SearchToken[] {
  const words = [...new Map(readWords(query).map((word) => [word.stem, word])).values()]
  const telling = words.filter(({ text }) => !isStopWord(text))
  return (telling.length > 0 ? telling : words).slice(0, WORDS_MAX)
}

/** Chooses the rarest words of a long query, up to the number that may be searched for. */
function chooseWords(words: SearchToken[], counts: Map<string, number>): SearchToken[] {
  if (words.length <= WORDS_ALWAYS) return words
  const countOf = ({ stem }: SearchToken) => counts.get(stem) ?? 0
  let records = 0
  return words
    .toSorted((a, b) => countOf(a) - countOf(b))
    .filter((word, i) => {
      records += countOf(word)
      return i < WORDS_ALWAYS || records <= RECORDS_MAX
    })
}

/** A word's weight: nearly zero when every record has it. */
function rarity(count: number, records: number): number {
  return Math.log(1.05 + (records - count + 0.5) / (count + 0.5))
}

/** Records that have more of the query's words come first among those that say as much. */
function rank(found: Found[], words: number): Hit[] {
  const hits = found.map(({ id, score, words: has }) => ({ id, score: Math.round(score * (has / words) * 1e4) / 1e4 }))
  hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  const least = (hits[0]?.score ?? 0) * RELEVANT
  return hits.filter(({ score }) => score >= least && score > 0)
}

/** For each misspelt word the stems of those that it may stand for, nearest first: as written, or without its ending. */
async function correct(index: Index, misspelt: SearchToken[]): Promise<string[][]> {
  const known = await index.findWords([
    ...new Set(misspelt.flatMap(({ text, stem }) => [...spellingsOf(text), ...spellingsOf(stem)])),
  ])
  const words = known.flatMap(readWords)
  return misspelt.map(({ text, stem }) => {
    const most = text.length < 8 ? 1 : 2
    const near = words
      .map((word) => ({ ...word, distance: Math.min(editDistance(text, word.text), editDistance(stem, word.stem)) }))
      .filter(({ distance }) => distance <= most)
      .sort((a, b) => a.distance - b.distance || (a.text < b.text ? -1 : 1))
    return [...new Set(near.map((word) => word.stem))].slice(0, CORRECTIONS_MAX)
  })
}
