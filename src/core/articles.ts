import { findArticles, listProductArticles } from '#storage/catalogue.ts'
import type { Caller } from './caller.ts'
import type { completeFaq } from './import/catalogue.ts'
import { search, searchTexts } from './search.ts'

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
