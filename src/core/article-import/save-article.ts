import { hash } from 'node:crypto'
import { localeOf } from '#base/language-tags.ts'
import { firstCodePoints } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { takeTitle } from '#core/knowledge/markdown.ts'
import { storeArticle } from '#core/knowledge/store-article.ts'
import { ARTICLE_QUESTION_MAX, COLLECTION_NAME_MAX, TRANSLATION_GROUP_MAX } from '#core/limits.ts'
import { readSettings } from '#core/stores/settings.ts'
import { findArticleFrom, type ImportCounts } from '#storage/article-import/article-imports.ts'
import { findArticle } from '#storage/knowledge/articles.ts'
import { takeTurn } from '#storage/locks.ts'
import { type PictureCopies, withoutSignatures } from './pictures.ts'
import type { SourceArticle } from './source.ts'

/** What became of an article of the source, and what of it could not be brought along. */
export interface Saved {
  outcome: keyof ImportCounts
  missing: string[]
}

/**
 * Saves an article of a source as a draft. One that an earlier import brought is updated where its source has changed, and
 * stays as it is where a member has changed it since: whether it is published, and where it stands, stays in any case.
 */
export async function saveImported(caller: Caller, found: SourceArticle, copies: PictureCopies): Promise<Saved> {
  const article = { ...found, ...titled(found) }
  const { from, title } = article
  const digest = hash('sha256', `${title}\n${withoutSignatures(article.markdown)}`, 'hex')
  const known = await findArticleFrom(caller.shop, from)
  if (known?.source.digest === digest) return { outcome: 'unchanged', missing: [] }
  if (known && known.editedBy !== null) return { outcome: 'kept', missing: [] }
  const { markdown, pictures, missing } = await copies.copy(article, known?.source.pictures ?? {})
  const text = { question: title, body: markdown, source: { from, digest, pictures } }
  const outcome = await caller.shop.transaction(async (tx): Promise<keyof ImportCounts> => {
    await takeTurn(tx, 'records')
    const before = known && (await findArticle(tx, known.id))
    if (before && before.editedBy !== null) return 'kept'
    if (!before) {
      const { helpCentre } = await readSettings(tx)
      const locale = localeAmong(helpCentre.locales, article.locale)
      const collection = article.collection?.trim().slice(0, COLLECTION_NAME_MAX) || null
      const translationGroupId = article.translationGroup?.slice(0, TRANSLATION_GROUP_MAX) ?? null
      await storeArticle(tx, { ...text, status: 'draft', locale, collection, translationGroupId }, null)
      return 'created'
    }
    const { data, collectionId, isPrivate, id, productId, locale, slug, status, translationGroupId } = before
    const collection = collectionId === null ? null : { id: collectionId }
    const place = { id, productId, locale, slug, status, translationGroupId, collection, private: isPrivate }
    const { description, reviewAt } = before
    await storeArticle(tx, { ...place, description, reviewAt, url: data.url, ...text }, null)
    return 'updated'
  })
  return { outcome, missing }
}

function titled({ title, markdown }: SourceArticle): { title: string; markdown: string } {
  const words = title.replace(/\s+/g, ' ').trim()
  const given = words === '' ? takeTitle(markdown) : { title: words, rest: markdown }
  const short = firstCodePoints(given.title, ARTICLE_QUESTION_MAX)
  return { title: short, markdown: given.rest.trim() || short }
}

/** The store's language that a source means; null: its first one, or none that is known. */
function localeAmong(locales: string[], given: string | null): string | null {
  const tag = given === null ? null : localeOf(given.replace('_', '-'))
  if (tag === null) return null
  const language = tag.split('-')[0]
  const same = locales.find((one) => one === tag) ?? locales.find((one) => one.split('-')[0] === language) ?? tag
  return same === locales[0] ? null : same
}
