import { currentTime } from '#base/clock.ts'
import { hasText } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkText, requireCursor } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { completeFaq } from '#core/import/catalogue.ts'
import { ARTICLE_ANSWER_MAX, ARTICLE_QUESTION_MAX, ARTICLE_URL_MAX } from '#core/limits.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import { findProducts } from '#storage/commerce/catalogue.ts'
import { deleteArticle, findArticleRecord, listArticleRecords, saveArticles } from '#storage/knowledge/articles.ts'
import { takeTurn } from '#storage/locks.ts'
import { searchArticles } from './answers.ts'

/** An article as the store's admins edit it: one on a product is read with that, the others are searched. */
export interface Article {
  id: string
  question: string
  answer: string
  url: string | null
  productId: string | null
}

export interface ArticleChange {
  question?: string
  answer?: string
  /** An http or https address, or a path of the shop. */
  url?: string | null
  productId?: string | null
}

/** All of the store's articles in the order of their ids, or the ones on the whole store that answer a query. */
export async function listArticles(
  caller: Caller,
  { query, limit, cursor }: { query: string | undefined; limit: number; cursor: string | null },
): Promise<{ articles: Article[]; nextCursor: string | null }> {
  if (query !== undefined && hasText(query)) {
    const found = await searchArticles(caller, query, limit)
    return { articles: found.map(({ score: _, ...article }) => ({ ...article, productId: null })), nextCursor: null }
  }
  const after = cursor === null ? '' : decodeCursor(cursor, ['string'])?.[0]
  requireCursor(cursor, () => typeof after === 'string')
  const rows = await listArticleRecords<Omit<Article, 'productId'>>(caller.shop, {
    after: after as string,
    limit: limit + 1,
  })
  const articles = rows.slice(0, limit).map(({ data, productId }) => ({ ...data, productId }))
  const last = articles.at(-1)
  return { articles, nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null }
}

/** A new article; assistants and the widget find it at once. */
export function addArticle(caller: Caller, article: ArticleChange): Promise<Article> {
  return save(caller, { ...completeFaq({ question: '', answer: '' }), productId: null }, article)
}

export async function editArticle(caller: Caller, id: string, change: ArticleChange): Promise<Article> {
  const found = await findArticleRecord<Omit<Article, 'productId'>>(caller.shop, id)
  if (!found) throw notFound('Article')
  return save(caller, { ...found.data, productId: found.productId }, change)
}

export async function removeArticle(caller: Caller, id: string): Promise<void> {
  await caller.shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const found = await findArticleRecord<Article>(tx, id)
    if (!(await deleteArticle(tx, id))) throw notFound('Article')
    await recordAudit(tx, caller.actor, 'article.deleted', id, { question: found?.data.question })
  })
}

async function save({ shop, actor }: Caller, current: Article, change: ArticleChange): Promise<Article> {
  const article = { ...current, ...change }
  checkText(article.question, ARTICLE_QUESTION_MAX, 'question')
  checkText(article.answer, ARTICLE_ANSWER_MAX, 'answer')
  if (article.url !== null) checkLink(article.url)
  const { productId, ...data } = article
  if (productId !== null && (await findProducts(shop, [productId])).length === 0) {
    throw invalidParams('productId: the store has no such product.')
  }
  const row = { id: article.id, productId, data, updatedAt: currentTime() }
  await shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    await saveArticles(tx, [row])
    await recordAudit(tx, actor, 'article.saved', article.id, { question: article.question })
  })
  return article
}

function checkLink(url: string): void {
  checkText(url, ARTICLE_URL_MAX, 'url')
  const isPath = /^\/(?!\/)/.test(url)
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url)
  if (!isPath && !isWeb) throw invalidParams('url must begin with https://, http:// or /.')
}
