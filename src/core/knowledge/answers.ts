import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import type { completeFaq } from '#core/import/catalogue.ts'
import { search, searchTexts } from '#core/search/search.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import { findArticles, findStoreArticle, listProductArticles, listStoreArticles } from '#storage/knowledge/articles.ts'

/** An article of the knowledge base, with how well it answers. */
export type Answer = ReturnType<typeof completeFaq> & { score: number }

/** Articles on one product that are looked at. */
const PRODUCT_ARTICLES_MAX = 1_000

/** Articles on the whole store that answer a query, best first. */
export async function searchArticles({ shop }: Caller, query: string, limit: number): Promise<Answer[]> {
  const hits = (await search(shop, 'article', query)).slice(0, limit)
  const rows = await findArticles<Omit<Answer, 'score'>>(
    shop,
    hits.map(({ id }) => id),
  )
  const byId = new Map(rows.map(({ id, data }) => [id, data]))
  return hits.flatMap(({ id, score }) => {
    const data = byId.get(id)
    return data ? [{ ...data, score }] : []
  })
}

/** Articles by their ids, in that order; those that are gone are left out. */
export async function getArticles({ shop }: Caller, ids: string[]): Promise<HelpArticle[]> {
  const rows = await findArticles<HelpArticle>(shop, ids)
  const byId = new Map(rows.map(({ id, data }) => [id, data]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** An article as help views show it. */
export interface HelpArticle {
  id: string
  question: string
  answer: string
  url: string | null
}

/** Help articles: those that answer a query, best first, or a page of all. */
export async function listHelpArticles(
  caller: Caller,
  { query, limit, cursor }: { query: string | undefined; limit: number; cursor: string | null },
): Promise<{ articles: HelpArticle[]; nextCursor: string | null }> {
  if (query !== undefined) {
    const found = await searchArticles(caller, query, limit)
    return { articles: found.map(({ score: _, ...article }) => article), nextCursor: null }
  }
  const after = cursor === null ? '' : decodeCursor(cursor, ['string'])?.[0]
  requireCursor(cursor, () => typeof after === 'string')
  const rows = await listStoreArticles<HelpArticle>(caller.shop, { after: after as string, limit: limit + 1 })
  const given = rows.slice(0, limit)
  const last = given.at(-1)
  return {
    articles: given.map(({ data }) => data),
    nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
  }
}

/** One of them; NOT_FOUND for an article on a product. */
export async function getHelpArticle({ shop }: Caller, id: string): Promise<HelpArticle> {
  const article = await findStoreArticle<HelpArticle>(shop, id)
  if (!article) throw notFound('Article')
  return article.data
}

/** Articles on one product: those that answer a query, best first, or all of them with a score of 1. */
export async function listAnswers(
  { shop }: Caller,
  productId: string,
  { query, limit }: { query?: string; limit: number },
): Promise<Answer[]> {
  const rows = await listProductArticles<Omit<Answer, 'score'>>(
    shop,
    productId,
    query === undefined ? limit : PRODUCT_ARTICLES_MAX,
  )
  if (query === undefined) return rows.map(({ data }) => ({ ...data, score: 1 }))
  const byId = new Map(rows.map(({ id, data }) => [id, data]))
  const texts = rows.map(({ id, data }) => ({ id, title: data.question, facts: '', body: data.answer }))
  const hits = await searchTexts(texts, query)
  return hits.slice(0, limit).map(({ id, score }) => ({ ...(byId.get(id) as Answer), score }))
}
