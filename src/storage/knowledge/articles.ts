import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import { type CommerceRow, type Found, lockRecords, RECORD } from '#storage/search/records.ts'
import { indexRecords, type SearchTexts } from '#storage/search/search-index.ts'

export type ArticleRow = CommerceRow<{ question: string; answer: string }> & {
  /** The product it is about; null for articles on the whole store. */
  productId: string | null
}

/** Articles on the whole store are searched; those on a product are read with it. */
function articleTexts({ id, data, productId }: ArticleRow): SearchTexts[] {
  return productId === null ? [{ id, title: data.question, facts: '', body: data.answer }] : []
}

export async function saveArticles(tx: Queries, articles: ArticleRow[]): Promise<void> {
  const before = await lockRecords<ArticleRow>(tx, 'articles', articles, 'product_id')
  await Promise.all([
    insertRows(tx, 'articles', { ...RECORD, product_id: 'text' }, articles, 'replace'),
    indexRecords(tx, 'article', articles.flatMap(articleTexts), before.flatMap(articleTexts)),
  ])
}

/** Returns whether it was there. */
export async function deleteArticle(tx: Queries, id: string): Promise<boolean> {
  const before = await lockRecords<ArticleRow>(tx, 'articles', [{ id }], 'product_id')
  await Promise.all([
    indexRecords(tx, 'article', [], before.flatMap(articleTexts)),
    tx.query('delete from articles where shop_id = $1 and id = $2', [id]),
  ])
  return before.length > 0
}

/** The articles with these ids, in no order. */
export function findArticles<Data>(shop: Queries, ids: string[]): Promise<Found<Data>[]> {
  return shop.query('select id, data from articles where shop_id = $1 and id = any($2::text[])', [ids])
}

export async function findStoreArticle<Data>(shop: Queries, id: string): Promise<Found<Data> | undefined> {
  const [row] = await shop.query<Found<Data>>(
    'select id, data from articles where shop_id = $1 and id = $2 and product_id is null',
    [id],
  )
  return row
}

/** Articles on the whole store, in the order of their ids. */
export function listStoreArticles<Data>(
  shop: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<Found<Data>[]> {
  return shop.query(
    'select id, data from articles where shop_id = $1 and product_id is null and id > $2 order by id limit $3',
    [after, limit],
  )
}

/** An article with the product it is on, if any. */
export interface ArticleRecord<Data> extends Found<Data> {
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
export function listProductArticles<Data>(shop: Queries, productId: string, limit: number): Promise<Found<Data>[]> {
  return shop.query('select id, data from articles where shop_id = $1 and product_id = $2 order by id limit $3', [
    productId,
    limit,
  ])
}
