import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import { type Hit, search, searchTexts } from '#core/search/search.ts'
import { articleAddress, type HelpSite, nearestTranslation, readHelpSite } from '#core/stores/help-site.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import {
  findArticles,
  findStoreArticle,
  findTranslations,
  type ListReader,
  listProductArticles,
  listReaderCollections,
  listStoreArticles,
  type ReaderCollection,
  type ToldArticle,
} from '#storage/knowledge/articles.ts'
import { renderForReader } from './article-html.ts'

/** An article as tools, the AI agent and the widget tell it. */
export interface HelpArticle {
  id: string
  question: string
  /** Plain text. */
  answer: string
  /** As it was given; otherwise its help page, if it has one. */
  url: string | null
}

/** An article of the knowledge base, with how well it answers. */
export type Answer = HelpArticle & { score: number }

/** A reader of articles. */
export interface Reader {
  /** The service's public address: help pages are there. */
  baseUrl: string
  /** The reader's language tag; null: unknown. Of articles that are translations of each other they are given the nearest. */
  locale: string | null
  /** A visitor whom their shop has identified: they are shown private articles too. */
  isIdentified?: boolean
}

/** Articles on one product that are looked at. */
const PRODUCT_ARTICLES_MAX = 1_000
/** Hits of a search whose articles are read, so that those that are left out leave enough. */
const HITS_MAX = 200

/** Articles on the whole store that answer a query, best first. */
export async function searchArticles(
  { shop }: Pick<Caller, 'shop'>,
  query: string,
  limit: number,
  reader: Reader,
): Promise<Answer[]> {
  const { isIdentified = false } = reader
  const hits = await search(shop, 'article', query)
  if (isIdentified) hits.push(...(await search(shop, 'private_article', query)))
  const best = hits.sort((a, b) => b.score - a.score).slice(0, Math.max(limit, HITS_MAX))
  if (best.length === 0) return []
  const site = await readHelpSite(shop)
  const rows = await findArticles<HelpArticle>(
    shop,
    best.map(({ id }) => id),
    isIdentified,
  )
  const chosen = await chooseTranslations(shop, rows, { site, reader })
  return inOrder(best, chosen)
    .slice(0, limit)
    .map(({ article, score }) => ({ ...present(article, site, reader), score }))
}

/** Each article once, in the order of the hits, with the score of the first that led to it. */
function inOrder(hits: Hit[], chosen: Map<string, ToldArticle<HelpArticle>>) {
  const seen = new Set<string>()
  return hits.flatMap(({ id, score }) => {
    const article = chosen.get(id)
    if (!article || seen.has(article.id)) return []
    seen.add(article.id)
    return [{ article, score }]
  })
}

/** By the ids of articles which ones are told in their place: those without translations themselves. */
async function chooseTranslations(
  shop: Caller['shop'],
  articles: ToldArticle<HelpArticle>[],
  { site, reader: { locale, isIdentified = false } }: { site: HelpSite; reader: Reader },
): Promise<Map<string, ToldArticle<HelpArticle>>> {
  const chosen = new Map(articles.map((article) => [article.id, article]))
  const groups = [...new Set(articles.flatMap(({ translationGroupId }) => translationGroupId ?? []))]
  if (groups.length === 0) return chosen
  const all = Map.groupBy(
    await findTranslations<HelpArticle>(shop, groups, isIdentified),
    ({ translationGroupId }) => translationGroupId,
  )
  for (const { id, translationGroupId } of articles) {
    const nearest = nearestTranslation(all.get(translationGroupId) ?? [], { asked: locale, first: site.first })
    if (nearest) chosen.set(id, nearest)
  }
  return chosen
}

function present(article: ToldArticle<HelpArticle>, site: HelpSite, { baseUrl }: Reader): HelpArticle {
  const { data } = article
  return { ...data, url: data.url ?? articleAddress(site, article, baseUrl) }
}

/** Articles by their ids, in that order; those that are gone or may not be told are left out. */
export async function getArticles(
  { shop }: Pick<Caller, 'shop'>,
  ids: string[],
  reader: Reader,
): Promise<HelpArticle[]> {
  if (ids.length === 0) return []
  const site = await readHelpSite(shop)
  const rows = await findArticles<HelpArticle>(shop, ids)
  const chosen = await chooseTranslations(shop, rows, { site, reader })
  const hits = ids.map((id) => ({ id, score: 1 }))
  return inOrder(hits, chosen).map(({ article }) => present(article, site, reader))
}

/** A page of help articles. */
export interface HelpPage {
  query: string | undefined
  /** A collection's id; `none`: articles in no collection; left out: any. */
  collectionId?: string | undefined
  limit: number
  cursor: string | null
}

/** Help articles: those that answer a query, best first, or a page of all, or of a collection. */
export async function listHelpArticles(
  caller: Pick<Caller, 'shop'>,
  { query, collectionId, limit, cursor }: HelpPage,
  reader: Reader,
): Promise<{ articles: HelpArticle[]; nextCursor: string | null }> {
  if (query !== undefined) {
    const found = await searchArticles(caller, query, limit, reader)
    return { articles: found.map(({ score: _, ...article }) => article), nextCursor: null }
  }
  const after = cursor === null ? '' : decodeCursor(cursor, ['string'])?.[0]
  requireCursor(cursor, () => typeof after === 'string')
  const site = await readHelpSite(caller.shop)
  const rows = await listStoreArticles<HelpArticle>(caller.shop, listReader(reader, site), {
    after: after as string,
    limit: limit + 1,
    collectionId: collectionId === 'none' ? '' : (collectionId ?? null),
  })
  const given = rows.slice(0, limit)
  const last = given.at(-1)
  return {
    articles: given.map((article) => present(article, site, reader)),
    nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
  }
}

const listReader = ({ locale, isIdentified = false }: Reader, { first }: HelpSite): ListReader => ({
  languages: { asked: locale, first },
  privately: isIdentified,
})

/** The collections that a reader finds articles in, in the order of the home page. */
export async function listHelpCollections({ shop }: Pick<Caller, 'shop'>, reader: Reader): Promise<ReaderCollection[]> {
  return listReaderCollections(shop, listReader(reader, await readHelpSite(shop)))
}

/**
 * One of them; where it has a body, that as HTML, in which links to other articles are `#article:{id}`. NOT_FOUND for an article
 * on a product, and for one that the reader may not see.
 */
export async function getHelpArticle(
  { shop }: Pick<Caller, 'shop'>,
  id: string,
  reader: Reader,
): Promise<HelpArticle & { html?: string }> {
  const site = await readHelpSite(shop)
  const found = await findStoreArticle<HelpArticle>(shop, id, reader.isIdentified ?? false)
  if (!found) throw notFound('Article')
  const article = present(found, site, reader)
  const { body, locale } = found
  return body === null ? article : { ...article, html: await renderForReader(shop, body, locale, { site, reader }) }
}

/** Articles on one product: those that answer a query, best first, or all of them with a score of 1. */
export async function listAnswers(
  { shop }: Caller,
  productId: string,
  { query, limit }: { query?: string; limit: number },
): Promise<Answer[]> {
  const rows = await listProductArticles<HelpArticle>(
    shop,
    productId,
    query === undefined ? limit : PRODUCT_ARTICLES_MAX,
  )
  if (query === undefined) return rows.map(({ data }) => ({ ...data, score: 1 }))
  const byId = new Map(rows.map(({ id, data }) => [id, data]))
  const texts = rows.map(({ id, data }) => ({ id, title: data.question, facts: '', body: data.answer }))
  const hits = await searchTexts(texts, query)
  return hits.slice(0, limit).map(({ id, score }) => ({ ...(byId.get(id) as HelpArticle), score }))
}
