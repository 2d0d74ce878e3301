import { splitLinks } from '../../../../src/base/links.ts'
import type { ProposedChange } from '../../../api/ai-trials.ts'
import type { ArticleChange } from '../../../api/articles.ts'
import type { Article } from '../../../api/records.ts'

/** What is edited of an article. Empty texts stand for what is not set. */
export interface ArticleFields {
  question: string
  body: string
  description: string
  slug: string
  locale: string
  collectionId: string
  isPrivate: boolean
  reviewAt: string
  url: string
  productId: string
}

/** `first`: the store's first language, which articles without a language are in. */
export function fieldsOf(article: Article, first: string): ArticleFields {
  return {
    question: article.question,
    body: article.body ?? markdownOf(article.answer),
    description: article.description,
    slug: article.slug ?? '',
    locale: article.locale ?? first,
    collectionId: article.collectionId ?? '',
    isPrivate: article.private,
    reviewAt: article.reviewAt ?? '',
    url: article.url ?? '',
    productId: article.productId ?? '',
  }
}

export const emptyFields = (question: string, first: string): ArticleFields => ({
  question,
  body: '',
  description: '',
  slug: '',
  locale: first,
  collectionId: '',
  isPrivate: false,
  reviewAt: '',
  url: '',
  productId: '',
})

/** The article as the AI agent would have it once it is published. `id`: of an article that is there already. */
export const triedOf = (
  { question, body, productId, isPrivate }: ArticleFields,
  id: string | undefined,
): NonNullable<ProposedChange['article']> => ({
  ...(id !== undefined && { id }),
  question,
  body,
  productId: productId.trim() || null,
  private: isPrivate,
})

/** What differs from what is saved, as the service takes it. */
export function changeOf(fields: ArticleFields, saved: ArticleFields): ArticleChange {
  const change: ArticleChange = {}
  if (fields.question !== saved.question) change.question = fields.question
  if (fields.body !== saved.body) change.body = fields.body
  if (fields.description !== saved.description) change.description = fields.description
  if (fields.slug !== saved.slug && fields.slug !== '') change.slug = fields.slug
  if (fields.locale !== saved.locale) change.locale = fields.locale
  if (fields.collectionId !== saved.collectionId) change.collectionId = fields.collectionId || null
  if (fields.isPrivate !== saved.isPrivate) change.private = fields.isPrivate
  if (fields.reviewAt !== saved.reviewAt) change.reviewAt = fields.reviewAt || null
  if (fields.url !== saved.url) change.url = fields.url.trim() || null
  if (fields.productId !== saved.productId) change.productId = fields.productId.trim() || null
  return change
}

/** Plain text as Markdown that reads the same: for articles that were written before there was Markdown, or imported. */
export function markdownOf(plain: string): string {
  return plain
    .split('\n')
    .map((line) =>
      splitLinks(line)
        .map(({ text, isLink }, i) => (isLink ? `<${text}>` : escapeSigns(text, i === 0)))
        .join(''),
    )
    .join('\n')
    .replace(/(\S)\n(?=\S)/g, '$1  \n')
}

function escapeSigns(text: string, isStart: boolean): string {
  const escaped = text.replace(/[\\`*_[\]<]/g, '\\$&')
  return isStart
    ? escaped
        .trimStart()
        .replace(/^(\d{1,9})([.)] )/, '$1\\$2')
        .replace(/^[#>+|~-]/, '\\$&')
    : escaped
}
