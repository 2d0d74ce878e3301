import { notFound } from '#core/errors.ts'
import { search } from '#core/search/search.ts'
import type { HelpSite } from '#core/stores/help-site.ts'
import type { Queries, Shop } from '#database/database.ts'
import {
  type ArticlePage,
  findArticlePage,
  findPublicAddress,
  findPublicArticles,
  type ListedArticle,
  type ListedCollection,
  listFirstArticles,
  listPublicArticles,
  listShownCollections,
  listSitemapArticles,
  listTranslations,
} from '#storage/help-centre/pages.ts'
import { type AddressKind, findFormerAddress } from '#storage/knowledge/article-addresses.ts'
import { type ArticlePicture, listPicturesOf } from '#storage/knowledge/article-pictures.ts'
import { findCollection } from '#storage/knowledge/collections.ts'

/** Articles under a collection on the home page; those in no collection; on a page of a collection; related ones; hits. */
const SHOWN = { perCollection: 6, loose: 50, perPage: 100, related: 5, hits: 20 } as const

/** Articles that are read at once for lists of all. */
const BATCH = 1_000

/** A collection on the home page. */
export interface ShownCollection extends ListedCollection {
  first: ListedArticle[]
}

/** What the home page of a language shows. */
export interface Outline {
  collections: ShownCollection[]
  /** Articles in no collection. */
  loose: ListedArticle[]
}

/** An address that led somewhere once. */
export type Former = { kind: 'moved'; locale: string; slug: string } | { kind: 'gone' }

/** Estimated bytes of one article of an outline in memory. */
const LINE_BYTES = 800

/** The home page's contents; remembered until articles or collections change. */
export async function readOutline(shop: Shop, site: HelpSite, locale: string): Promise<Outline> {
  const known = await shop.memory.recall('help_outline', shop.shopId, async () => ({
    value: new Map<string, Promise<Outline>>(),
    bytes: site.locales.length * LINE_BYTES * SHOWN.loose,
  }))
  let outline = known.get(locale)
  if (!outline) {
    outline = readOutlineAnew(shop, site, locale)
    known.set(locale, outline)
    outline.catch(() => known.delete(locale))
  }
  return outline
}

async function readOutlineAnew(shop: Queries, { first }: HelpSite, locale: string): Promise<Outline> {
  const language = { locale, first }
  const [collections, articles, loose] = await Promise.all([
    listShownCollections(shop, language),
    listFirstArticles(shop, language, SHOWN.perCollection),
    listPublicArticles(shop, language, { collectionId: null, limit: SHOWN.loose }),
  ])
  const byCollection = Map.groupBy(articles, ({ collectionId }) => collectionId)
  return { collections: collections.map((one) => ({ ...one, first: byCollection.get(one.id) ?? [] })), loose }
}

/** A collection's page with up to 100 articles; `page` from 1. A former address says where it is now. NOT_FOUND for any other. */
export async function readCollectionPage(
  shop: Shop,
  site: HelpSite,
  { locale, slug, page }: { locale: string; slug: string; page: number },
): Promise<Former | { kind: 'found'; collection: ListedCollection; articles: ListedArticle[]; pages: number }> {
  const { collections } = await readOutline(shop, site, locale)
  const collection = collections.find((one) => one.slug === slug)
  if (!collection) return readFormer(shop, site, 'collection', { locale, slug })
  const pages = Math.ceil(collection.articles / SHOWN.perPage)
  const articles = await listPublicArticles(
    shop,
    { locale, first: site.first },
    { collectionId: collection.id, limit: SHOWN.perPage, offset: (page - 1) * SHOWN.perPage },
  )
  if (articles.length === 0) throw notFound('Page')
  return { kind: 'found', collection, articles, pages }
}

/** An article with all that its page shows. */
export interface ReadArticle {
  kind: 'found'
  article: ArticlePage
  collection: ListedCollection | null
  /** Its public translations in languages of the store, itself included. */
  translations: { locale: string; slug: string }[]
  related: ListedArticle[]
  pictures: ArticlePicture[]
}

/** An article's page. A former address says where it is now, or that it was removed. NOT_FOUND for any other. */
export async function readArticlePage(
  shop: Shop,
  site: HelpSite,
  { locale, slug }: { locale: string; slug: string },
): Promise<Former | ReadArticle> {
  const language = { locale, first: site.first }
  const article = await findArticlePage(shop, language, { slug })
  if (!article) return readFormer(shop, site, 'article', { locale, slug })
  const { translationGroupId: group, collectionId } = article
  const { collections, loose } = await readOutline(shop, site, locale)
  const collection = collections.find(({ id }) => id === collectionId) ?? null
  const [translations, pictures] = await Promise.all([
    group === null ? [] : listTranslations(shop, [group], site.first),
    article.body?.includes('/files/') ? listPicturesOf(shop, article.id) : [],
  ])
  const shown = translations.filter((one) => site.locales.includes(one.locale))
  return {
    kind: 'found',
    article,
    collection,
    translations: shown.length > 0 ? shown : [{ locale, slug }],
    related: (collection?.first ?? loose).filter(({ id }) => id !== article.id).slice(0, SHOWN.related),
    pictures,
  }
}

/** All public articles of a help centre with their translations, some at a time, up to `max`. */
export async function* readAllArticles(shop: Shop, { locales, first }: HelpSite, max: number) {
  let after = ''
  for (let left = max; left > 0; ) {
    const limit = Math.min(left, BATCH)
    const articles = await listSitemapArticles(shop, { locales, first, after, limit })
    const groups = [...new Set(articles.flatMap(({ translationGroupId }) => translationGroupId ?? []))]
    const translations = groups.length > 0 ? await listTranslations(shop, groups, first) : []
    const byGroup = Map.groupBy(
      translations.filter(({ locale }) => locales.includes(locale)),
      ({ group }) => group,
    )
    yield articles.map((article) => ({ ...article, translations: byGroup.get(article.translationGroupId ?? '') ?? [] }))
    if (articles.length < limit) return
    after = articles.at(-1)?.id as string
    left -= limit
  }
}

/** The page that an address without a page leads to now. */
async function readFormer(
  shop: Shop,
  { first, locales }: HelpSite,
  kind: AddressKind,
  address: { locale: string; slug: string },
): Promise<Former> {
  const former = await findFormerAddress(shop, kind, address)
  if (!former) throw notFound('Page')
  const { targetId } = former
  if (targetId === null) return { kind: 'gone' }
  const now =
    kind === 'article' ? await findPublicAddress(shop, targetId, first) : await collectionAddress(shop, targetId, first)
  if (!now || !locales.includes(now.locale)) throw notFound('Page')
  return { kind: 'moved', ...now }
}

async function collectionAddress(shop: Shop, id: string, first: string) {
  const collection = await findCollection(shop, id)
  return collection && { locale: collection.locale ?? first, slug: collection.slug }
}

/** Public articles of a language that answer a query, best first. */
export async function searchPages(
  shop: Shop,
  { first }: HelpSite,
  { locale, query }: { locale: string; query: string },
): Promise<ListedArticle[]> {
  const hits = await search(shop, 'article', query)
  const found = await findPublicArticles(
    shop,
    { locale, first },
    hits.map(({ id }) => id),
  )
  const byId = new Map(found.map((article) => [article.id, article]))
  return hits.flatMap(({ id }) => byId.get(id) ?? []).slice(0, SHOWN.hits)
}
