import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import { type CommerceRow, RECORD, type SearchHit } from '#storage/search/records.ts'
import { indexRecords, type SearchTexts } from '#storage/search/search-index.ts'

type ArticleStatus = 'draft' | 'published'

export type ArticleRow = CommerceRow<{ id: string; question: string; answer: string; url: string | null }> & {
  /** The product it is about; null for articles on the whole store. */
  productId: string | null
  /** A language tag; null: the first of the store's languages. */
  locale: string | null
  /** Its name in addresses; null for an article on a product. */
  slug: string | null
  collectionId: string | null
  status: ArticleStatus
  /** Only for visitors whom their shop has identified. */
  isPrivate: boolean
  /** Articles with the same one are translations of each other. */
  translationGroupId: string | null
  /** Markdown; null: the answer is all there is. */
  body: string | null
  /** For search engines and lists; empty: the beginning of the answer. */
  description: string
  /** The day from which it is to be looked through again. */
  reviewAt: string | null
  publishedAt: Date | null
  /** When its title, body or description changed, and which member did that. */
  editedAt: Date | null
  editedBy: string | null
  /** The page that an import read it from. */
  source: ImportedFrom | null
}

/** The page that an article was imported from: a later import updates it where that page has another digest. */
export interface ImportedFrom {
  from: string
  digest: string
  /** Ids of the files that its pictures became, by their addresses there. */
  pictures?: Record<string, string>
}

const COLUMNS = {
  ...RECORD,
  product_id: 'text',
  locale: 'text',
  slug: 'text',
  collection_id: 'text',
  status: 'text',
  is_private: 'boolean',
  translation_group_id: 'text',
  body: 'text',
  description: 'text',
  review_at: 'date',
  published_at: 'timestamptz',
  edited_at: 'timestamptz',
  edited_by: 'text',
  source: 'json',
}

/** Columns of `ArticleRow` as they are read; days as text. */
const ARTICLE = Object.keys(COLUMNS)
  .map((name) => (name === 'review_at' ? 'review_at::text as review_at' : name))
  .join(', ')

/** Whether tools, the AI agent and help pages may tell it. */
const isTold = ({ status, isPrivate }: ArticleRow) => status === 'published' && !isPrivate

/** `isTold` as SQL. */
const TOLD = "status = 'published' and not is_private"

// Finds where a link in Markdown leads: nobody looks for an article by the addresses that it names.
const LINK_TARGET = /\]\([^()\s]*\)/g

/** Articles on the whole store are searched; those on a product are read with it. Private ones are searched apart. */
function articleTexts(of: 'article' | 'private_article', articles: ArticleRow[]): SearchTexts[] {
  return articles.flatMap((article) => {
    const { id, data, productId, status } = article
    const isSearched = productId === null && status === 'published' && (of === 'article') === isTold(article)
    const text = article.body === null ? data.answer : `${data.answer}\n${article.body.replace(LINK_TARGET, ']')}`
    return isSearched ? [{ id, title: data.question, facts: '', body: text }] : []
  })
}

/** What is known of an article's vectors (migrations/0011). */
const EMBEDDING = { embedded_by: 'text', embed_at: 'timestamptz', embed_attempts: 'smallint' }

interface Embedding {
  embeddedBy: string | null
  embedAt: Date | null
  embedAttempts: number
}

type StoredArticle = ArticleRow & Embedding

/** Vectors are of a text: a new one is due for its own. What the AI agent may not tell has none. */
function withEmbedding(article: ArticleRow, before: StoredArticle | undefined): StoredArticle {
  if (!isTold(article)) return { ...article, embeddedBy: null, embedAt: null, embedAttempts: 0 }
  const isSame = before?.data.question === article.data.question && before.data.answer === article.data.answer
  if (!before || !isSame || !isTold(before)) {
    return { ...article, embeddedBy: null, embedAt: article.updatedAt, embedAttempts: 0 }
  }
  const { embeddedBy, embedAt, embedAttempts } = before
  return { ...article, embeddedBy, embedAt, embedAttempts }
}

/** Notifies caches that the vectors of articles are outdated. */
function tellStale(tx: Queries, articles: StoredArticle[]): void {
  for (const { id, embeddedBy } of articles) if (embeddedBy !== null) tx.signal({ kind: 'article_vectors', id })
}

/** The articles with these ids as they are, locked until the transaction ends. */
export function lockArticles(tx: Queries, ids: string[]): Promise<StoredArticle[]> {
  return tx.query<StoredArticle>(
    `select ${ARTICLE}, ${Object.keys(EMBEDDING)} from articles where shop_id = $1 and id = any($2::text[])
     order by id for update`,
    [ids],
  )
}

/** Inserts articles, or replaces those with the same ids whole. `before`: those of them that there are, locked. */
export async function saveArticles(tx: Queries, articles: ArticleRow[], before: ArticleRow[]): Promise<void> {
  const stored = new Map(before.map((row) => [row.id, row as StoredArticle]))
  const rows = articles.map((article) => withEmbedding(article, stored.get(article.id)))
  const isStale = ({ id, embeddedBy, productId }: StoredArticle) =>
    embeddedBy !== stored.get(id)?.embeddedBy || productId !== stored.get(id)?.productId
  tellStale(
    tx,
    rows.filter(isStale).flatMap(({ id }) => stored.get(id) ?? []),
  )
  await insertRows(tx, 'articles', { ...COLUMNS, ...EMBEDDING }, rows, 'replace')
  await indexArticles(tx, articles, before)
  tx.signal({ kind: 'help_outline' })
}

async function indexArticles(tx: Queries, articles: ArticleRow[], before: ArticleRow[]): Promise<void> {
  for (const kind of ['article', 'private_article'] as const) {
    const [now, was] = [articleTexts(kind, articles), articleTexts(kind, before)]
    if (now.length > 0 || was.length > 0) await indexRecords(tx, kind, now, was)
  }
}

/** Deletes an article that was locked. */
export async function deleteArticle(tx: Queries, article: ArticleRow): Promise<void> {
  tellStale(tx, [article as StoredArticle])
  tx.signal({ kind: 'help_outline' })
  await Promise.all([
    indexArticles(tx, [], [article]),
    tx.query('delete from articles where shop_id = $1 and id = $2', [article.id]),
  ])
}

/** What of an article its readers are given beside its data: where its page is, and which translations it has. */
export interface ToldArticle<Data> extends SearchHit<Data> {
  locale: string | null
  slug: string | null
  translationGroupId: string | null
}

const TOLD_COLUMNS = 'id, data, locale, slug, translation_group_id'

/** The articles with these ids that may be told, in no order. `privately`: private ones too. */
export function findArticles<Data>(shop: Queries, ids: string[], privately = false): Promise<ToldArticle<Data>[]> {
  return shop.query(
    `select ${TOLD_COLUMNS} from articles
     where shop_id = $1 and id = any($2::text[]) and status = 'published' and ($3 or not is_private)`,
    [ids, privately],
  )
}

/** Published articles of these translation groups. */
export function findTranslations<Data>(
  shop: Queries,
  groups: string[],
  privately = false,
): Promise<ToldArticle<Data>[]> {
  return shop.query(
    `select ${TOLD_COLUMNS} from articles
     where shop_id = $1 and translation_group_id = any($2::text[]) and product_id is null and status = 'published'
       and ($3 or not is_private) order by id`,
    [groups, privately],
  )
}

/** A published article on the whole store. */
export async function findStoreArticle<Data>(
  shop: Queries,
  id: string,
  privately: boolean,
): Promise<(ToldArticle<Data> & { body: string | null }) | undefined> {
  const [row] = await shop.query<ToldArticle<Data> & { body: string | null }>(
    `select ${TOLD_COLUMNS}, body from articles
     where shop_id = $1 and id = $2 and product_id is null and status = 'published' and ($3 or not is_private)`,
    [id, privately],
  )
  return row
}

/** The languages by which one of an article's translations is chosen. */
interface Languages {
  /** The reader's language tag; null: unknown. */
  asked: string | null
  /** The first of the store's languages. */
  first: string
}

/** A reader of a list of articles. */
export interface ListReader {
  languages: Languages
  /** Whether private articles are shown too. */
  privately: boolean
}

/** How near a translation is to what its reader wants: the tag, its language, the store's first language, any other. */
const NEARNESS = (article: string) =>
  `case when coalesce(${article}.locale, $3) = $2 then 0
     when split_part(coalesce(${article}.locale, $3), '-', 1) = split_part($2, '-', 1) then 1
     when coalesce(${article}.locale, $3) = $3 then 2 else 3 end`

const isOpen = (article: string) =>
  `${article}.product_id is null and ${article}.status = 'published' and ($4 or not ${article}.is_private)`

/** Whether a reader is shown the article `a`: of those that are translations of each other the nearest. `$2` to `$4` are the reader. */
const IS_SHOWN = `${isOpen('a')} and (a.translation_group_id is null or not exists (
       select 1 from articles o
       where o.shop_id = $1 and o.translation_group_id = a.translation_group_id and ${isOpen('o')}
         and (${NEARNESS('o')}, o.id) < (${NEARNESS('a')}, a.id)))`

const valuesOfReader = ({ languages, privately }: ListReader) => [languages.asked ?? '', languages.first, privately]

/** Published articles on the whole store that a reader is shown, in the order of their ids. */
export function listStoreArticles<Data>(
  shop: Queries,
  reader: ListReader,
  /** `collectionId`: of that collection; empty: of none; null: of all. */
  { after, limit, collectionId = null }: { after: string; limit: number; collectionId?: string | null },
): Promise<ToldArticle<Data>[]> {
  return shop.query(
    `select ${TOLD_COLUMNS.split(', ').map((name) => `a.${name}`)} from articles a
     where a.shop_id = $1 and a.id > $5 and ($7::text is null or coalesce(a.collection_id, '') = $7) and ${IS_SHOWN}
     order by a.id limit $6`,
    [...valuesOfReader(reader), after, limit, collectionId],
  )
}

/** A collection in which a reader is shown articles. */
export interface ReaderCollection {
  id: string
  name: string
  description: string
  /** An emoji; empty: none. */
  icon: string
}

/** Collections in which a reader is shown articles, in the order of the home page. */
export function listReaderCollections(shop: Queries, reader: ListReader): Promise<ReaderCollection[]> {
  return shop.query(
    `select c.id, c.name, c.description, c.icon from article_collections c
     where c.shop_id = $1 and exists (
       select 1 from articles a where a.shop_id = $1 and a.collection_id = c.id and ${IS_SHOWN})
     order by c.position, c.id`,
    valuesOfReader(reader),
  )
}

/** Published articles on the whole store at addresses with these names. */
export function findArticlesBySlugs(
  shop: Queries,
  slugs: string[],
  privately: boolean,
): Promise<{ id: string; locale: string | null; slug: string }[]> {
  if (slugs.length === 0) return Promise.resolve([])
  return shop.query(
    `select id, locale, slug from articles
     where shop_id = $1 and slug = any($2::text[]) and product_id is null and status = 'published' and ($3 or not is_private)`,
    [slugs, privately],
  )
}

/** An article as its editor has it, whatever its state. */
export async function findArticle(shop: Queries, id: string): Promise<ArticleRow | undefined> {
  const [row] = await shop.query<ArticleRow>(`select ${ARTICLE} from articles where shop_id = $1 and id = $2`, [id])
  return row
}

/** Which articles the editor lists; null: any. */
export interface ArticleFilter {
  state: 'draft' | 'published' | 'private' | 'review' | null
  locale: string | null
  /** A collection's id; empty: articles in none. */
  collectionId: string | null
  /** The first of the store's languages. */
  first: string
  /** The day from which an article's review is due: today. */
  today: string
}

/** An `ArticleFilter` as SQL, whose values are the parameters from $2 on. */
const FILTER = `($2::text is null or case $2 when 'draft' then status = 'draft'
    when 'published' then status = 'published' and not is_private
    when 'private' then status = 'published' and is_private else review_at <= $6::date end)
  and ($3::text is null or coalesce(locale, $5) = $3) and ($4::text is null or coalesce(collection_id, '') = $4)`

const valuesOf = ({ state, locale, collectionId, first, today }: ArticleFilter) => [
  state,
  locale,
  collectionId,
  first,
  today,
]

/** Articles of a filter in the order of their ids. */
export function listArticles(
  shop: Queries,
  { after, limit, filter }: { after: string; limit: number; filter: ArticleFilter },
): Promise<ArticleRow[]> {
  return shop.query(
    `select ${ARTICLE} from articles where shop_id = $1 and ${FILTER} and id > $7 order by id limit $8`,
    [...valuesOf(filter), after, limit],
  )
}

/** Articles of a filter with these ids, in no order. */
export function findEditedArticles(shop: Queries, ids: string[], filter: ArticleFilter): Promise<ArticleRow[]> {
  return shop.query(`select ${ARTICLE} from articles where shop_id = $1 and ${FILTER} and id = any($7::text[])`, [
    ...valuesOf(filter),
    ids,
  ])
}

/** Articles of a filter whose titles have a text, in any case; most recently changed first. */
export function findArticlesByTitle(
  shop: Queries,
  text: string,
  limit: number,
  filter: ArticleFilter,
): Promise<ArticleRow[]> {
  return shop.query(
    `select ${ARTICLE} from articles where shop_id = $1 and ${FILTER}
       and position(lower($7) in lower(data->>'question')) > 0 order by updated_at desc, id limit $8`,
    [...valuesOf(filter), text, limit],
  )
}

/** One of the articles that are translations of each other, whatever its state. */
export interface GroupArticle {
  id: string
  group: string
  /** A language tag; null: the first of the store's languages. */
  locale: string | null
  question: string
  status: ArticleStatus
  /** When it said something else last. */
  editedAt: Date
}

/** The articles of these translation groups, by their languages. */
export function listGroupArticles(shop: Queries, groups: string[]): Promise<GroupArticle[]> {
  if (groups.length === 0) return Promise.resolve([])
  return shop.query(
    `select id, translation_group_id as "group", locale, data->>'question' as question, status,
       coalesce(edited_at, updated_at) as edited_at
     from articles where shop_id = $1 and translation_group_id = any($2::text[]) order by locale nulls first, id`,
    [groups],
  )
}

/** The articles on one product that may be told, oldest id first. */
export function listProductArticles<Data>(shop: Queries, productId: string, limit: number): Promise<SearchHit<Data>[]> {
  return shop.query(
    `select id, data from articles where shop_id = $1 and product_id = $2 and ${TOLD} order by id limit $3`,
    [productId, limit],
  )
}
