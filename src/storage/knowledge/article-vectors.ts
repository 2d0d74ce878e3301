import { insertRows } from '#database/bulk.ts'
import type { Queries, Shop, SystemQueries } from '#database/database.ts'
import { type Claim, claimDue, type Queue } from '../claims.ts'
import { findStoresDue } from '../due-stores.ts'
import { takeTurn } from '../locks.ts'

/** Vectors of articles, made by an embedding model (migrations/0011). */

/** An article whose vectors are to be made. */
export interface ClaimedArticle {
  id: string
  question: string
  answer: string
  /** How often it was claimed for its present text, this time included. */
  attempts: number
}

const TO_EMBED: Queue = {
  table: 'articles',
  time: 'embed_at',
  where: 'embed_at is not null',
  // No lease: each edit of the article changes `embed_at`, so a worker knows its claim by the lease's end.
  assigns: ['embed_attempts = least(q.embed_attempts + 1, 1000)'],
  returns: `q.id, q.data->>'question' as question, q.data->>'answer' as answer, q.embed_attempts as attempts`,
}

/** Stores with articles whose vectors are to be made, longest due first. */
export const findShopsToEmbed = (system: SystemQueries, now: Date, limit: number): Promise<string[]> =>
  findStoresDue(system, TO_EMBED, now, limit)

/** Articles whose vectors are to be made, of all stores. */
export async function countArticlesToEmbed(system: SystemQueries): Promise<number> {
  const [row] = await system.query<{ count: number }>(
    'select count(*)::int as count from articles where embed_at is not null',
  )
  return row?.count ?? 0
}

/** Claims such articles of a store (`claimDue`). */
export const claimArticles = (
  shop: Queries,
  { now, leaseEnd, limit }: Omit<Claim, 'lease'>,
): Promise<ClaimedArticle[]> => claimDue(shop, TO_EMBED, { now, leaseEnd, limit })

/** Claimed articles are tried again at a time. Those that were edited meanwhile, or are now, are due by themselves. */
export async function postponeArticles(
  shop: Queries,
  ids: string[],
  { leaseEnd, at, countsAsTry }: { leaseEnd: Date; at: Date; countsAsTry: boolean },
): Promise<void> {
  await shop.query(
    `update articles set embed_at = $4, embed_attempts = case when $5 then embed_attempts else embed_attempts - 1 end
     where shop_id = $1 and id = any(array(
       select a.id from articles a where a.shop_id = $1 and a.id = any($2::text[]) and a.embed_at = $3
       for update skip locked))`,
    [ids, leaseEnd, at, countsAsTry],
  )
}

/** An article as it was when its vectors were made, and these. */
export interface EmbeddedArticle {
  id: string
  question: string
  answer: string
  vectors: Int8Array[]
}

/** Stores the vectors of articles, those that still read as they did; the others are due again already. */
export async function saveArticleVectors(shop: Shop, model: string, articles: EmbeddedArticle[]): Promise<void> {
  await shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const now = await tx.query<{ id: string; question: string; answer: string }>(
      `select id, data->>'question' as question, data->>'answer' as answer from articles
       where shop_id = $1 and id = any($2::text[]) order by id for update`,
      [articles.map(({ id }) => id)],
    )
    const isSame = ({ id, question, answer }: EmbeddedArticle) =>
      now.some((row) => row.id === id && row.question === question && row.answer === answer)
    const current = articles.filter(isSame)
    const ids = current.map(({ id }) => id)
    const rows = current.flatMap(({ id, vectors }) =>
      vectors.map((vector, n) => ({ articleId: id, n, model, vector: `\\x${bytesOf(vector).toString('hex')}` })),
    )
    await tx.query('delete from article_vectors where shop_id = $1 and article_id = any($2::text[])', [ids])
    await insertRows(tx, 'article_vectors', { article_id: 'text', n: 'int', model: 'text', vector: 'bytea' }, rows)
    await tx.query(
      `update articles set embedded_by = $3, embed_at = null, embed_attempts = 0
       where shop_id = $1 and id = any($2::text[])`,
      [ids, model],
    )
    for (const id of ids) tx.signal({ kind: 'article_vectors', id })
  })
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** An article's vectors one after the other. */
export interface StoredVectors {
  id: string
  /** Whether it is on the whole store, and not on one product. */
  isStoreWide: boolean
  passages: number
  vectors: Buffer
}

const VECTORS = `a.id, a.product_id is null as is_store_wide, count(v.n)::int as passages,
  coalesce(encode(string_agg(v.vector, ''::bytea order by v.n), 'hex'), '') as vectors`

/** A page of what a model made of articles, in the order of their ids. Those without a word have no passages. */
export async function listArticleVectors(
  shop: Queries,
  { model, after, limit }: { model: string; after: string; limit: number },
): Promise<StoredVectors[]> {
  const rows = await shop.query<Packed>(
    `select ${VECTORS} from (
       select id, product_id from articles where shop_id = $1 and id > $3 and embedded_by = $2 order by id limit $4) a
     left join article_vectors v on v.shop_id = $1 and v.article_id = a.id and v.model = $2
     group by a.id, a.product_id order by a.id`,
    [model, after, limit],
  )
  return rows.map(unpack)
}

/** Vectors of some articles, without missing and outdated ones. */
export async function findArticleVectors(shop: Queries, model: string, ids: string[]): Promise<StoredVectors[]> {
  const rows = await shop.query<Packed>(
    `select ${VECTORS} from articles a
     join article_vectors v on v.shop_id = $1 and v.article_id = a.id and v.model = $2
     where a.shop_id = $1 and a.id = any($3::text[]) and a.embedded_by = $2
     group by a.id, a.product_id`,
    [model, ids],
  )
  return rows.map(unpack)
}

type Packed = Omit<StoredVectors, 'vectors'> & { vectors: string }

const unpack = ({ vectors, ...row }: Packed): StoredVectors => ({ ...row, vectors: Buffer.from(vectors, 'hex') })

/** Stores with articles whose vectors another model made. */
export async function findShopsOfOtherModels(system: SystemQueries, model: string, limit: number): Promise<string[]> {
  const rows = await system.query<{ shopId: string }>(
    `select distinct shop_id from articles
     where (embedded_by < $1 or embedded_by > $1) and embed_at is null limit $2`,
    [model, limit],
  )
  return rows.map(({ shopId }) => shopId)
}

/** Makes up to `limit` such articles of a store due; answers how many. */
export async function embedAnew(shop: Queries, model: string, now: Date, limit: number): Promise<number> {
  const rows = await shop.query(
    `update articles set embed_at = $3, embed_attempts = 0 where shop_id = $1 and id = any (array(
       select a.id from articles a where a.shop_id = $1 and (a.embedded_by < $2 or a.embedded_by > $2)
         and a.embed_at is null order by a.id limit $4 for update skip locked))
     returning 1`,
    [model, now, limit],
  )
  return rows.length
}
