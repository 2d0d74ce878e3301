import type { Queries } from '#database/database.ts'
import { KIND_LETTERS, type SearchKind } from './search-index.ts'

/** Postings of one token that are looked at: a token with more is so common that a part of them is enough. */
export const POSTINGS_MAX = 2_000
/** Records that are compared in full. */
const CANDIDATES_MAX = 1_000

/** How many records each token stands for, up to `POSTINGS_MAX`. */
export async function countPostings(shop: Queries, kind: SearchKind, tokens: string[]): Promise<Map<string, number>> {
  const rows = await shop.query<{ token: string; count: number }>(
    `select t.token, (select count(*)::int from (
       select 1 from search_postings p where p.shop_id = $1 and p.kind = $2 and p.token = t.token limit $4) few) as count
     from unnest($3::text[]) as t (token)`,
    [KIND_LETTERS[kind], tokens, POSTINGS_MAX],
  )
  return new Map(rows.map(({ token, count }) => [token, count]))
}

/** Words of the store that have one of these spellings. */
export async function findWords(shop: Queries, parts: string[]): Promise<string[]> {
  const rows = await shop.query<{ word: string }>(
    'select distinct word from spelling_index where shop_id = $1 and part = any($2::text[])',
    [parts],
  )
  return rows.map(({ word }) => word)
}

/** A token to look for. */
export interface Term {
  token: string
  /** Which word of the query it stands for; of several tokens for one word, a record's best counts. */
  word: number
  /** What a posting's weight is multiplied with. */
  boost: number
  /** Whether records are found by it; by the others, those found are only compared. */
  finds: boolean
}

/**
 * Records by how much they say about the terms: the sum over the query's words. Postings are looked up by their whole
 * key, one token after the other, whatever the planner knows of the table: a join it could turn round, and read it all.
 */
export function findRecords(
  shop: Queries,
  kind: SearchKind,
  terms: Term[],
): Promise<{ id: string; score: number; words: number }[]> {
  return shop.query(
    `with term as materialized (
       select * from json_to_recordset($3::json) as t (token text, word int, boost float8, finds boolean)),
     found as (
       select p.id, t.word, max(p.weight * t.boost) as score
       from term t cross join lateral (
         select q.id, q.weight from search_postings q
         where q.shop_id = $1 and q.kind = $2 and q.token = t.token order by q.id limit $4) p
       where t.finds group by p.id, t.word),
     best as materialized (
       select id, sum(score) as score, count(*)::int as words from found
       group by id order by sum(score) desc, id limit $5),
     more as (
       select b.id, t.word, max(p.weight * t.boost) as score
       from term t cross join best b cross join lateral (
         select q.weight from search_postings q
         where q.shop_id = $1 and q.kind = $2 and q.token = t.token and q.id = b.id limit 1) p
       where not t.finds group by b.id, t.word)
     select b.id, b.score + coalesce(m.score, 0) as score, b.words + coalesce(m.words, 0) as words
     from best b left join (select id, sum(score) as score, count(*)::int as words from more group by id) m on m.id = b.id`,
    [KIND_LETTERS[kind], terms, POSTINGS_MAX, CANDIDATES_MAX],
  )
}
