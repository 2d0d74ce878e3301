import { readWords, spellingsOf } from '#base/search-tokenizer.ts'
import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'

/** What can be searched; the letter that stands for it in the index. */
export type SearchKind = 'article' | 'private_article' | 'product' | 'collection' | 'discount'
export const KIND_LETTERS: Record<SearchKind, string> = {
  article: 'a',
  private_article: 'v',
  product: 'p',
  collection: 'c',
  discount: 'd',
}

/** A record's texts, by the weight of a word in them. */
export interface SearchTexts {
  id: string
  title: string
  /** Short facts: names, codes, kinds. */
  facts: string
  body: string
}

/** Each record is under this token too, so that records can be counted. */
export const EVERY_RECORD = '*'
/** In front of a title's word as it was written: exact words count more than other forms of them. */
export const EXACT = '='

/** Characters of a body that are indexed. */
const BODY_MAX = 20_000
/** The weight of a word by where it stands, and the usual length of such a text: in longer ones it weighs less. */
const FIELDS = { title: { boost: 3, usual: 8 }, facts: { boost: 1.5, usual: 20 }, body: { boost: 1, usual: 60 } }
const EXACT_BOOST = 1.3

/** A record's tokens and their weights, after BM25: the more often, the more, but less each time. */
export function weigh(texts: SearchTexts): { weights: Map<string, number>; spellings: Set<string> } {
  const weights = new Map([[EVERY_RECORD, 1]])
  const spellings = new Set<string>()
  const add = (token: string, weight: number) => weights.set(token, (weights.get(token) ?? 0) + weight)
  for (const field of ['title', 'facts', 'body'] as const) {
    const { boost, usual } = FIELDS[field]
    const words = readWords(texts[field].slice(0, BODY_MAX).toWellFormed())
    const counts = new Map<string, number>()
    for (const { text, stem } of words) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
      spellings.add(text)
    }
    const length = 0.5 + (0.5 * words.length) / usual
    for (const [stem, count] of counts) add(stem, (boost * 2.2 * count) / (count + 1.2 * length))
    if (field !== 'title') continue
    for (const { text, stem } of words) {
      weights.set(EXACT + text, EXACT_BOOST * (weights.get(stem) as number))
    }
  }
  return { weights, spellings }
}

/**
 * Brings the index in line with records as they are now. `before` has those of them that were there, as they were:
 * what only they had is taken out.
 */
export async function indexRecords(
  tx: Queries,
  kind: SearchKind,
  records: SearchTexts[],
  before: SearchTexts[],
): Promise<void> {
  const letter = KIND_LETTERS[kind]
  const now = new Map(records.map((record) => [record.id, weigh(record)]))
  const stale = before.flatMap((record) =>
    [...weigh(record).weights.keys()]
      .filter((token) => !now.get(record.id)?.weights.has(token))
      .map((token) => ({ id: record.id, token })),
  )
  const postings = [...now].flatMap(([id, { weights }]) =>
    [...weights].map(([token, weight]) => ({ kind: letter, token, id, weight: Math.round(weight * 1000) / 1000 })),
  )
  const spellings = [...new Set([...now.values()].flatMap((record) => [...record.spellings]))].sort()
  await Promise.all([
    stale.length > 0 &&
      tx.query(
        `delete from search_postings p using json_to_recordset($3::json) as s (id text, token text)
         where p.shop_id = $1 and p.kind = $2 and p.token = s.token and p.id = s.id`,
        [letter, stale],
      ),
    insertRows(
      tx,
      'search_postings',
      { kind: 'text', token: 'text', id: 'text', weight: 'real' },
      postings,
      'replace',
      ['kind', 'token', 'id'],
    ),
    indexSpellings(tx, spellings),
  ])
}

/** Adds the words that the store did not have, under all their spellings. Words stay; one that no record has leads nowhere. */
async function indexSpellings(tx: Queries, words: string[]): Promise<void> {
  const known = await tx.query<{ word: string }>(
    'select word from spelling_index where shop_id = $1 and part = any($2::text[]) and word = part',
    [words],
  )
  const had = new Set(known.map(({ word }) => word))
  const rows = words
    .filter((word) => !had.has(word))
    .flatMap((word) => spellingsOf(word).map((part) => ({ part, word })))
  await insertRows(tx, 'spelling_index', { part: 'text', word: 'text' }, rows, 'skip')
}
