import { currentTime } from '#base/clock.ts'
import { codePoints, hasText } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkText, requireCursor } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import {
  ARTICLE_ANSWER_MAX,
  ARTICLE_BODY_MAX,
  ARTICLE_DESCRIPTION_MAX,
  ARTICLE_QUESTION_MAX,
  ARTICLE_URL_MAX,
} from '#core/limits.ts'
import { search } from '#core/search/search.ts'
import { readHelpSite } from '#core/stores/help-site.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'
import { findProducts } from '#storage/commerce/catalogue.ts'
import { type ArticleVersion, listArticleVersions } from '#storage/knowledge/article-versions.ts'
import {
  type ArticleFilter,
  type ArticleRow,
  findArticle,
  findArticlesByTitle,
  findEditedArticles,
  listArticles,
} from '#storage/knowledge/articles.ts'
import { takeTurn } from '#storage/locks.ts'
import { type NewArticle, removeStoredArticle, storeArticle } from './store-article.ts'
import { findBehind } from './translation-groups.ts'

/** Hits of a search that are looked at, so that those of other filters leave enough. */
const HITS_MAX = 200

/** An article as the store's admins edit it: one on a product is read with that, the others are searched. */
export interface Article {
  id: string
  /** The title. */
  question: string
  /** Plain text: of the body, where there is one. */
  answer: string
  /** Markdown; null: the answer is all there is. */
  body: string | null
  url: string | null
  productId: string | null
  locale: string | null
  slug: string | null
  collectionId: string | null
  status: ArticleRow['status']
  private: boolean
  translationGroupId: string | null
  description: string
  /** A day, as 2026-01-31. */
  reviewAt: string | null
  publishedAt: Date | null
  editedAt: Date
  /** The member who wrote it last; null: an import or the shop. */
  editedBy: string | null
  /** A translation whose original has been changed since. */
  isBehind: boolean
}

/** What a member changes of an article: the rest stays. A body replaces the answer, and an answer the body. */
export interface ArticleChange {
  question?: string
  answer?: string
  body?: string | null
  /** An http or https address, or a path of the shop. */
  url?: string | null
  productId?: string | null
  locale?: string | null
  slug?: string
  collectionId?: string | null
  status?: ArticleRow['status']
  private?: boolean
  translationGroupId?: string | null
  description?: string
  reviewAt?: string | null
  /** A translation that says what its original says now, without a change of its own. */
  isUpToDate?: boolean
}

/** Which articles a list has; what is left out is any. */
export interface ArticleSearch {
  query?: string | undefined
  state?: 'draft' | 'published' | 'private' | 'review' | undefined
  locale?: string | undefined
  /** A collection's id; `none`: articles in no collection. */
  collectionId?: string | undefined
}

/** Articles in the order of their ids; those that a query finds, best first, without a next page. */
export async function listEditedArticles(
  { shop }: Caller,
  { query, state, locale, collectionId }: ArticleSearch,
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<{ articles: Article[]; nextCursor: string | null }> {
  const { first } = await readHelpSite(shop)
  const today = currentTime().toISOString().slice(0, 10)
  const filter: ArticleFilter = {
    state: state ?? null,
    locale: locale ?? null,
    collectionId: collectionId === 'none' ? '' : (collectionId ?? null),
    first,
    today,
  }
  if (query !== undefined && hasText(query)) {
    const found = await findEdited(shop, query.trim(), limit, filter)
    return { articles: await presentAll(shop, found), nextCursor: null }
  }
  const after = cursor === null ? '' : decodeCursor(cursor, ['string'])?.[0]
  requireCursor(cursor, () => typeof after === 'string')
  const rows = await listArticles(shop, { after: after as string, limit: limit + 1, filter })
  const given = rows.slice(0, limit)
  const last = given.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor([last.id]) : null
  return { articles: await presentAll(shop, given), nextCursor }
}

/** Public articles that answer a query, best first, then others whose titles have it. */
async function findEdited(shop: Queries, query: string, limit: number, filter: ArticleFilter): Promise<ArticleRow[]> {
  const hits = (await search(shop, 'article', query)).slice(0, HITS_MAX)
  const found = await findEditedArticles(
    shop,
    hits.map(({ id }) => id),
    filter,
  )
  const best = hits.flatMap(({ id }) => found.find((one) => one.id === id) ?? [])
  const titled = await findArticlesByTitle(shop, query, limit, filter)
  return [...best, ...titled.filter(({ id }) => !hits.some((hit) => hit.id === id))].slice(0, limit)
}

export async function getArticle({ shop }: Caller, id: string): Promise<Article> {
  const row = await findArticle(shop, id)
  if (!row) throw notFound('Article')
  return presentOne(shop, row)
}

/** A new article; where it is published, assistants, the widget and the help pages have it at once. */
export function addArticle(caller: Caller, change: ArticleChange): Promise<Article> {
  return save(caller, () => Promise.resolve(given({ status: 'published' }, change)))
}

export function editArticle(caller: Caller, id: string, change: ArticleChange): Promise<Article> {
  return save(caller, async (tx) => {
    const row = await findArticle(tx, id)
    if (!row) throw notFound('Article')
    const {
      data,
      collectionId,
      isPrivate,
      slug,
      updatedAt: _,
      publishedAt: __,
      editedAt: ___,
      editedBy: ____,
      ...rest
    } = row
    const collection = collectionId === null ? null : { id: collectionId }
    return given({ ...rest, ...data, slug: slug ?? undefined, collection, private: isPrivate }, change)
  })
}

export async function removeArticle(caller: Caller, id: string): Promise<void> {
  await caller.shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const removed = await removeStoredArticle(tx, id)
    if (!removed) throw notFound('Article')
    await recordAudit(tx, caller.actor, 'article.deleted', id, { question: removed.data.question })
  })
}

/** What an article is after a change of it. */
function given(current: NewArticle, { collectionId, body, answer, ...change }: ArticleChange): NewArticle {
  const next: NewArticle = { ...current, ...change }
  if (collectionId !== undefined) next.collection = collectionId === null ? null : { id: collectionId }
  if (body !== undefined && body !== null) return { ...next, body, answer }
  if (answer !== undefined || body === null) return { ...next, body: null, answer: answer ?? current.answer }
  return next
}

function save({ shop, actor }: Caller, read: (tx: Queries) => Promise<NewArticle>): Promise<Article> {
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const article = await read(tx)
    checkArticle(article)
    const { productId = null } = article
    if (productId !== null && (await findProducts(tx, [productId])).length === 0) {
      throw invalidParams('productId: the store has no such product.')
    }
    const row = await storeArticle(tx, article, actor.kind === 'member' ? actor.memberId : null)
    await recordAudit(tx, actor, 'article.saved', row.id, { question: row.data.question })
    return presentOne(tx, row)
  })
}

function checkArticle({ question, answer, body = null, url = null, description = '' }: NewArticle): void {
  if (question !== undefined || body === null) checkText(question ?? '', ARTICLE_QUESTION_MAX, 'question')
  if (body === null) checkText(answer ?? '', ARTICLE_ANSWER_MAX, 'answer')
  else checkText(body, ARTICLE_BODY_MAX, 'body')
  if (codePoints(description) > ARTICLE_DESCRIPTION_MAX) {
    throw invalidParams(`description has more than ${ARTICLE_DESCRIPTION_MAX} characters.`)
  }
  if (url !== null) checkLink(url)
}

function checkLink(url: string): void {
  checkText(url, ARTICLE_URL_MAX, 'url')
  const isPath = /^\/(?!\/)/.test(url)
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url)
  if (!isPath && !isWeb) throw invalidParams('url must begin with https://, http:// or /.')
}

async function presentAll(shop: Queries, rows: ArticleRow[]): Promise<Article[]> {
  const behind = await findBehind(
    shop,
    rows.flatMap(({ translationGroupId }) => translationGroupId ?? []),
  )
  return rows.map(({ data, isPrivate, editedAt, updatedAt, source: _, ...rest }) => ({
    ...rest,
    ...data,
    private: isPrivate,
    editedAt: editedAt ?? updatedAt,
    isBehind: behind.has(rest.id),
  }))
}

const presentOne = async (shop: Queries, row: ArticleRow) => (await presentAll(shop, [row]))[0] as Article

/** What an article said before, newest first. */
export async function listVersions({ shop }: Caller, id: string): Promise<ArticleVersion[]> {
  if (!(await findArticle(shop, id))) throw notFound('Article')
  return listArticleVersions(shop, id)
}

/** An article says again what it said in a version; what it says now becomes a version. */
export async function restoreVersion(caller: Caller, id: string, n: number): Promise<Article> {
  const version = (await listVersions(caller, id)).find((one) => one.n === n)
  if (!version) throw notFound('Version')
  const { question, answer, body, description } = version.content
  return editArticle(caller, id, body === null ? { question, answer, description } : { question, body, description })
}
