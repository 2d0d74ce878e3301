import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import { type CommerceRow, lockRecords, RECORD, type SearchHit } from '#storage/search/records.ts'
import { indexRecords, type SearchTexts } from '#storage/search/search-index.ts'

export type ArticleRow = CommerceRow<{ question: string; answer: string }> & {
  /** The product it is about; null for articles on the whole store. */
  productId: string | null
}

/** Articles on the whole store are searched; those on a product are read with it. */
function articleTexts({ id, data, productId }: ArticleRow): SearchTexts[] {
  return productId === null ? [{ id, title: data.question, facts: '', body: data.answer }] : []
}

/** What is known of an article's vectors (migrations/0011). */
const EMBEDDING = { embedded_by: 'text', embed_at: 'timestamptz', embed_attempts: 'smallint' }

interface Embedding {
  embeddedBy: string | null
  embedAt: Date | null
  embedAttempts: number
}

type StoredArticle = ArticleRow & Embedding

/** Vectors are of a text: a new one is due for its own. */
function withEmbedding(article: ArticleRow, before: StoredArticle | undefined): StoredArticle {
  const isSame = before?.data.question === article.data.question && before.data.answer === article.data.answer
  if (!before || !isSame) return { ...article, embeddedBy: null, embedAt: article.updatedAt, embedAttempts: 0 }
  const { embeddedBy, embedAt, embedAttempts } = before
  return { ...article, embeddedBy, embedAt, embedAttempts }
}

/** Notifies caches that the vectors of articles are outdated. */
function tellStale(tx: Queries, articles: StoredArticle[]): void {
  for (const { id, embeddedBy } of articles) if (embeddedBy !== null) tx.signal({ kind: 'article_vectors', id })
}

export async function saveArticles(tx: Queries, articles: ArticleRow[]): Promise<void> {
  const columns = { ...RECORD, product_id: 'text', ...EMBEDDING }
  const before = await lockRecords<StoredArticle>(tx, 'articles', articles, `product_id, ${Object.keys(EMBEDDING)}`)
  const stored = new Map(before.map((row) => [row.id, row]))
  const rows = articles.map((article) => withEmbedding(article, stored.get(article.id)))
  const isStale = ({ id, embeddedBy, productId }: StoredArticle) =>
    embeddedBy !== stored.get(id)?.embeddedBy || productId !== stored.get(id)?.productId
  tellStale(
    tx,
    rows.filter(isStale).flatMap(({ id }) => stored.get(id) ?? []),
  )
  await Promise.all([
    insertRows(tx, 'articles', columns, rows, 'replace'),
    indexRecords(tx, 'article', articles.flatMap(articleTexts), before.flatMap(articleTexts)),
  ])
}

/** Returns whether it was there. */
export async function deleteArticle(tx: Queries, id: string): Promise<boolean> {
  const before = await lockRecords<StoredArticle>(tx, 'articles', [{ id }], 'product_id, embedded_by')
  tellStale(tx, before)
  await Promise.all([
    indexRecords(tx, 'article', [], before.flatMap(articleTexts)),
    tx.query('delete from articles where shop_id = $1 and id = $2', [id]),
  ])
  return before.length > 0
}

/** The articles with these ids, in no order. */
export function findArticles<Data>(shop: Queries, ids: string[]): Promise<SearchHit<Data>[]> {
  return shop.query('select id, data from articles where shop_id = $1 and id = any($2::text[])', [ids])
}

export async function findStoreArticle<Data>(shop: Queries, id: string): Promise<SearchHit<Data> | undefined> {
  const [row] = await shop.query<SearchHit<Data>>(
    'select id, data from articles where shop_id = $1 and id = $2 and product_id is null',
    [id],
  )
  return row
}

/** Articles on the whole store, in the order of their ids. */
export function listStoreArticles<Data>(
  shop: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<SearchHit<Data>[]> {
  return shop.query(
    'select id, data from articles where shop_id = $1 and product_id is null and id > $2 order by id limit $3',
    [after, limit],
  )
}

/** An article with the product it is on, if any. */
export interface ArticleRecord<Data> extends SearchHit<Data> {
  productId: string | null
}

export async function findArticleRecord<Data>(shop: Queries, id: string): Promise<ArticleRecord<Data> | undefined> {
  const [row] = await shop.query<ArticleRecord<Data>>(
    'select id, product_id, data from articles where shop_id = $1 and id = $2',
    [id],
  )
  return row
}

/** All articles, in the order of their ids. */
export function listArticleRecords<Data>(
  shop: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<ArticleRecord<Data>[]> {
  return shop.query('select id, product_id, data from articles where shop_id = $1 and id > $2 order by id limit $3', [
    after,
    limit,
  ])
}

/** The articles on one product, oldest id first. */
export function listProductArticles<Data>(shop: Queries, productId: string, limit: number): Promise<SearchHit<Data>[]> {
  return shop.query('select id, data from articles where shop_id = $1 and product_id = $2 order by id limit $3', [
    productId,
    limit,
  ])
}
