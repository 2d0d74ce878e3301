import type { Queries } from '#database/database.ts'

/** What help pages show: published articles on the whole store that are not private, by language (migrations/0060). */

/** An article as lists show it. */
export interface ListedArticle {
  id: string
  title: string
  slug: string
  description: string
  /** The beginning of its plain text. */
  beginning: string
}

export interface ArticlePage extends ListedArticle {
  locale: string | null
  answer: string
  /** Markdown; null: the answer is all there is. */
  body: string | null
  collectionId: string | null
  translationGroupId: string | null
  publishedAt: Date | null
  editedAt: Date
}

/** A language of a store: articles without one are in the first. */
export interface PageLanguage {
  locale: string
  /** The first of the store's languages. */
  first: string
}

const isPublic = (article: string) =>
  `${article}.status = 'published' and not ${article}.is_private and ${article}.product_id is null and ${article}.slug is not null`

/** The language of articles and collections: `$2` is the one that is asked for, `$3` the store's first. */
const inLanguage = (record: string) => `coalesce(${record}.locale, $3) = $2`

/** Characters of a text that lists show. */
const BEGINNING = 300

const LISTED = `a.id, a.data->>'question' as title, a.slug, a.description, left(a.data->>'answer', ${BEGINNING}) as beginning`

/** A collection with its number of articles. */
export interface ListedCollection {
  id: string
  name: string
  slug: string
  description: string
  icon: string
  articles: number
}

/** Collections of a language that have a public article, in the order of the home page. */
export function listShownCollections(shop: Queries, { locale, first }: PageLanguage): Promise<ListedCollection[]> {
  return shop.query(
    `select c.id, c.name, c.slug, c.description, c.icon, n.articles from article_collections c
     join (select a.collection_id, count(*)::int as articles from articles a
       where a.shop_id = $1 and a.collection_id is not null and ${isPublic('a')} and ${inLanguage('a')} group by 1) n
       on n.collection_id = c.id
     where c.shop_id = $1 and ${inLanguage('c')} order by c.position, c.id`,
    [locale, first],
    'by value',
  )
}

/** Public articles of a collection, or of none, in the order of their titles. */
export function listPublicArticles(
  shop: Queries,
  { locale, first }: PageLanguage,
  { collectionId, limit, offset = 0 }: { collectionId: string | null; limit: number; offset?: number },
): Promise<ListedArticle[]> {
  const isThere = collectionId === null ? 'a.collection_id is null and $4::text is null' : 'a.collection_id = $4'
  return shop.query(
    `select ${LISTED} from articles a
     where a.shop_id = $1 and ${isThere} and ${isPublic('a')} and ${inLanguage('a')}
     order by a.data->>'question', a.id limit $5 offset $6`,
    [locale, first, collectionId, limit, offset],
    'by value',
  )
}

/** The first public articles of each collection of a language, in the order of their titles. */
export function listFirstArticles(
  shop: Queries,
  { locale, first }: PageLanguage,
  limit: number,
): Promise<(ListedArticle & { collectionId: string })[]> {
  return shop.query(
    `select c.id as collection_id, x.* from article_collections c
     cross join lateral (
       select ${LISTED} from articles a
       where a.shop_id = $1 and a.collection_id = c.id and ${isPublic('a')} and ${inLanguage('a')}
       order by a.data->>'question', a.id limit $4) x
     where c.shop_id = $1 and ${inLanguage('c')}`,
    [locale, first, limit],
    'by value',
  )
}

/** Public articles with these ids, in no order. */
export function findPublicArticles(
  shop: Queries,
  { locale, first }: PageLanguage,
  ids: string[],
): Promise<ListedArticle[]> {
  return shop.query(
    `select ${LISTED} from articles a
     where a.shop_id = $1 and a.id = any($4::text[]) and ${isPublic('a')} and ${inLanguage('a')}`,
    [locale, first, ids],
  )
}

const PAGE = `${LISTED}, a.locale, a.data->>'answer' as answer, a.body, a.collection_id, a.translation_group_id, a.published_at,
  coalesce(a.edited_at, a.updated_at) as edited_at`

/** The public article at an address. */
export async function findArticlePage(
  shop: Queries,
  { locale, first }: PageLanguage,
  by: { slug: string } | { id: string },
): Promise<ArticlePage | undefined> {
  const [row] = await shop.query<ArticlePage>(
    `select ${PAGE} from articles a
     where a.shop_id = $1 and ${'slug' in by ? 'a.slug' : 'a.id'} = $4 and ${isPublic('a')} and ${inLanguage('a')}
     order by a.locale is null, a.id limit 1`,
    [locale, first, 'slug' in by ? by.slug : by.id],
  )
  return row
}

/** The present address of a public article, for addresses that it had. */
export async function findPublicAddress(
  shop: Queries,
  id: string,
  first: string,
): Promise<{ locale: string; slug: string } | undefined> {
  const [row] = await shop.query<{ locale: string; slug: string }>(
    `select coalesce(a.locale, $3) as locale, a.slug from articles a where a.shop_id = $1 and a.id = $2 and ${isPublic('a')}`,
    [id, first],
  )
  return row
}

/** The public translations of some groups, each with its language. */
export function listTranslations(
  shop: Queries,
  groups: string[],
  first: string,
): Promise<{ group: string; locale: string; slug: string }[]> {
  return shop.query(
    `select a.translation_group_id as "group", coalesce(a.locale, $3) as locale, a.slug from articles a
     where a.shop_id = $1 and a.translation_group_id = any($2::text[]) and ${isPublic('a')} order by a.id`,
    [groups, first],
  )
}

/** A public article of any language, as sitemaps name it. */
export interface SitemapArticle {
  id: string
  locale: string
  slug: string
  title: string
  translationGroupId: string | null
  editedAt: Date
}

/** Public articles of all languages in the order of their ids. */
export function listSitemapArticles(
  shop: Queries,
  { locales, first, after, limit }: { locales: string[]; first: string; after: string; limit: number },
): Promise<SitemapArticle[]> {
  return shop.query(
    `select a.id, coalesce(a.locale, $3) as locale, a.slug, a.data->>'question' as title, a.translation_group_id,
       coalesce(a.edited_at, a.updated_at) as edited_at
     from articles a
     where a.shop_id = $1 and a.id > $4 and ${isPublic('a')} and coalesce(a.locale, $3) = any($2::text[])
     order by a.id limit $5`,
    [locales, first, after, limit],
  )
}
