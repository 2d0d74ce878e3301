import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { isSlug, slugOf } from '#base/slugs.ts'
import { codePoints, firstCodePoints } from '#base/text.ts'
import { checkLocale } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { ARTICLE_BODY_MAX, ARTICLE_QUESTION_MAX, COLLECTION_NAME_MAX, TRANSLATION_GROUP_MAX } from '#core/limits.ts'
import { readSettings } from '#core/stores/settings.ts'
import type { Queries } from '#database/database.ts'
import {
  type AddressKind,
  endAddresses,
  findTakenSlugs,
  hasTranslation,
  keepFormerAddress,
  takeOverAddress,
} from '#storage/knowledge/article-addresses.ts'
import { keepPicturesOf, releasePicturesOf } from '#storage/knowledge/article-pictures.ts'
import { addArticleVersion } from '#storage/knowledge/article-versions.ts'
import { type ArticleRow, deleteArticle, lockArticles, saveArticles } from '#storage/knowledge/articles.ts'
import { findCollection, findCollectionByName, saveCollection } from '#storage/knowledge/collections.ts'
import { pictureIdsIn, plainTextOf, takeTitle } from './markdown.ts'

/** An article as an import, a shop or a member gives it; what is left out has its default. */
export interface NewArticle {
  id?: string | undefined
  question?: string | undefined
  answer?: string | undefined
  url?: string | null | undefined
  productId?: string | null | undefined
  locale?: string | null | undefined
  slug?: string | null | undefined
  /** A collection's name or id. A name that the store does not have makes a collection. */
  collection?: string | { id: string } | null | undefined
  body?: string | null | undefined
  status?: ArticleRow['status'] | undefined
  private?: boolean | undefined
  translationGroupId?: string | null | undefined
  description?: string | undefined
  reviewAt?: string | null | undefined
  source?: ArticleRow['source'] | undefined
  /** A translation that was compared with its original, and needs no change. */
  isUpToDate?: boolean | undefined
}

/** An article's texts (spec C14): a body alone gives its title and its plain text. */
export function completeTexts({ question, answer, body = null }: NewArticle): {
  question: string
  answer: string
  body: string | null
} {
  if (body === null) {
    if (question === undefined) throw invalidParams('question is required, unless there is a body.')
    if (answer === undefined) throw invalidParams('answer is required, unless there is a body.')
    return { question, answer, body }
  }
  if (codePoints(body) > ARTICLE_BODY_MAX) {
    throw invalidParams(`body has ${codePoints(body)} characters; at most ${ARTICLE_BODY_MAX} are accepted.`)
  }
  const { title, rest } = question === undefined ? takeTitle(body) : { title: question, rest: body }
  if (title.trim() === '') throw invalidParams('body has no text that could be the title; send question too.')
  const short = question ?? firstCodePoints(title, ARTICLE_QUESTION_MAX)
  return { question: short, answer: answer ?? (plainTextOf(rest) || short), body: rest }
}

/** A published article as a row, with the defaults of all else. For many at once, whose addresses the caller knows to be free. */
export function articleRow(
  { id, question, answer, url = null }: { id: string; question: string; answer: string; url?: string | null },
  rest: Pick<ArticleRow, 'updatedAt' | 'slug'> & Partial<ArticleRow>,
): ArticleRow {
  return {
    id,
    data: { id, question, answer, url },
    productId: null,
    locale: null,
    collectionId: null,
    status: 'published',
    isPrivate: false,
    translationGroupId: null,
    body: null,
    description: '',
    reviewAt: null,
    publishedAt: rest.updatedAt,
    editedAt: rest.updatedAt,
    editedBy: null,
    source: null,
    ...rest,
  }
}

/**
 * Stores an article, or replaces the one with its id whole: with its address, collection, translation group, former
 * addresses and what it said before. The caller has the turn of records. `memberId`: who writes it; null for an import
 * and for the shop. INVALID_PARAMS says which part cannot be.
 */
export async function storeArticle(tx: Queries, article: NewArticle, memberId: string | null): Promise<ArticleRow> {
  const { helpCentre } = await readSettings(tx)
  const first = helpCentre.locales[0] as string
  const id = article.id ?? newId()
  const [before] = await lockArticles(tx, [id])
  const texts = completeTexts(article)
  const now = currentTime()
  const locale = article.locale == null ? null : checkLocale(article.locale, 'locale')
  const address = { locale: locale ?? first, first, except: id }
  const productId = article.productId ?? null
  const status = article.status ?? 'published'
  const row: ArticleRow = {
    id,
    data: { id, question: texts.question, answer: texts.answer, url: article.url ?? null },
    productId,
    locale,
    slug: await chooseSlug(tx, article, { ...address, before, title: texts.question }),
    collectionId: await chooseCollection(tx, article.collection ?? null, { ...address, tag: locale }),
    status,
    isPrivate: article.private ?? false,
    translationGroupId: await checkGroup(tx, article.translationGroupId ?? null, address),
    body: texts.body,
    description: article.description ?? '',
    reviewAt: article.reviewAt ?? null,
    publishedAt: before?.publishedAt ?? null,
    editedAt: now,
    editedBy: memberId,
    source: article.source ?? null,
    updatedAt: now,
  }
  if (wasPublic(row) || (before && wasPublic(before))) row.publishedAt ??= now
  if (before && !isSaidAlike(before, row)) await keepVersion(tx, before)
  else if (before && !article.isUpToDate) Object.assign(row, { editedAt: before.editedAt, editedBy: before.editedBy })
  await saveArticles(tx, [row], before ? [before] : [])
  await moveAddress(tx, before && addressOf(before, first), addressOf(row, first), id)
  if (row.body !== null) await keepPicturesOf(tx, id, pictureIdsIn(row.body))
  return row
}

/** Deletes an article. Returns what it was; undefined where there was none. */
export async function removeStoredArticle(tx: Queries, id: string): Promise<ArticleRow | undefined> {
  const [before] = await lockArticles(tx, [id])
  if (!before) return undefined
  const { helpCentre } = await readSettings(tx)
  await releasePicturesOf(tx, id)
  await deleteArticle(tx, before)
  await endAddresses(tx, 'article', id, addressOf(before, helpCentre.locales[0] as string), wasPublic(before))
  return before
}

/** Whether everybody can read it, or could once. */
const wasPublic = ({ status, isPrivate, publishedAt }: ArticleRow) =>
  publishedAt !== null || (status === 'published' && !isPrivate)

const addressOf = ({ locale, slug }: Pick<ArticleRow, 'locale' | 'slug'>, first: string) =>
  slug === null ? null : { locale: locale ?? first, slug }

/** The new address is the article's own; the one that it had leads to it. */
async function moveAddress(
  tx: Queries,
  before: ReturnType<typeof addressOf> | undefined,
  now: ReturnType<typeof addressOf>,
  id: string,
): Promise<void> {
  const isSame = before?.slug === now?.slug && before?.locale === now?.locale
  if (before && !isSame) await keepFormerAddress(tx, 'article', before, id)
  if (now && !isSame) await takeOverAddress(tx, 'article', now)
}

/** A place in which an address has to be free. */
interface Place {
  locale: string
  first: string
  except: string
}

/** The name that is asked for, otherwise the present one, otherwise one made of the title. Articles on products have no page. */
async function chooseSlug(
  tx: Queries,
  { slug, productId }: NewArticle,
  { before, title, ...place }: Place & { before: ArticleRow | undefined; title: string },
): Promise<string | null> {
  if (slug != null && !isSlug(slug)) {
    throw invalidParams('slug must be letters and digits in lower case joined by single hyphens, up to 100 characters.')
  }
  if ((productId ?? null) !== null) return null
  if (slug == null) return freeSlug(tx, 'article', before?.slug ?? slugOf(title, 'article'), place)
  const taken = await findTakenSlugs(tx, 'article', { ...place, slugs: [slug] })
  if (taken.has(slug)) throw invalidParams(`slug: another article of ${place.locale} is at ${slug} already.`)
  return slug
}

/** Numbers of a name that are looked for with one statement. */
const NUMBERS = 50

/** A name that no other one of its language has: `slug`, or `slug-2` and so on. */
export async function freeSlug(tx: Queries, kind: AddressKind, slug: string, place: Place): Promise<string> {
  for (let from = 1; ; from += NUMBERS) {
    const slugs = Array.from({ length: NUMBERS }, (_, i) => (from + i === 1 ? slug : `${slug}-${from + i}`))
    const taken = await findTakenSlugs(tx, kind, { ...place, slugs })
    const free = slugs.find((one) => !taken.has(one))
    if (free !== undefined) return free
  }
}

/** The id of the collection that is named; one with a new name is made. */
async function chooseCollection(
  tx: Queries,
  collection: string | { id: string } | null,
  { locale, first, tag }: { locale: string; first: string; tag: string | null },
): Promise<string | null> {
  if (collection === null) return null
  if (typeof collection !== 'string') {
    if (!(await findCollection(tx, collection.id)))
      throw invalidParams('collectionId: the store has no such collection.')
    return collection.id
  }
  const name = collection.trim()
  if (name === '' || codePoints(name) > COLLECTION_NAME_MAX) {
    throw invalidParams(`collection must have 1 to ${COLLECTION_NAME_MAX} characters.`)
  }
  const found = await findCollectionByName(tx, { name, locale, first })
  if (found) return found.id
  const id = newId()
  const slug = await freeSlug(tx, 'collection', slugOf(name, 'collection'), { locale, first, except: id })
  await saveCollection(tx, { id, locale: tag, name, slug, description: '', icon: '' })
  await takeOverAddress(tx, 'collection', { locale, slug })
  return id
}

/** INVALID_PARAMS where the group has an article of the language already. */
async function checkGroup(tx: Queries, group: string | null, place: Place): Promise<string | null> {
  if (group === null) return null
  if (group === '' || codePoints(group) > TRANSLATION_GROUP_MAX) {
    throw invalidParams(`translationGroupId must have 1 to ${TRANSLATION_GROUP_MAX} characters.`)
  }
  if (await hasTranslation(tx, { group, ...place })) {
    throw invalidParams(`translationGroupId: ${group} has an article in ${place.locale} already.`)
  }
  return group
}

function isSaidAlike(one: ArticleRow, other: ArticleRow): boolean {
  return (
    one.data.question === other.data.question &&
    one.data.answer === other.data.answer &&
    one.body === other.body &&
    one.description === other.description
  )
}

async function keepVersion(tx: Queries, { id, data, body, description, editedBy, editedAt, updatedAt }: ArticleRow) {
  const content = { question: data.question, answer: data.answer, body, description }
  await addArticleVersion(tx, id, { content, editedBy, editedAt: editedAt ?? updatedAt })
}
