import type { Caller } from '#core/caller.ts'
import { notFound } from '#core/errors.ts'
import { readHelpSite } from '#core/stores/help-site.ts'
import type { Queries } from '#database/database.ts'
import { findArticle, type GroupArticle, listGroupArticles } from '#storage/knowledge/articles.ts'

/** Articles that are translations of each other. The one in the store's first language is their original. */

/** A translation as the editor lists it. */
export interface ListedTranslation extends Pick<GroupArticle, 'id' | 'question' | 'status' | 'editedAt'> {
  locale: string
  isOriginal: boolean
  /** Its original has been changed since. */
  isBehind: boolean
}

/** The articles of these groups whose originals have been changed since they were. */
export async function findBehind(shop: Queries, groups: string[]): Promise<Set<string>> {
  if (groups.length === 0) return new Set()
  const { first } = await readHelpSite(shop)
  const all = await listGroupArticles(shop, [...new Set(groups)])
  const byGroup = Map.groupBy(all, ({ group }) => group)
  return new Set([...byGroup.values()].flatMap((group) => behindIn(group, first)))
}

function behindIn(group: GroupArticle[], first: string): string[] {
  const original = group.find(({ locale }) => (locale ?? first) === first)
  return original ? group.filter(({ editedAt }) => editedAt < original.editedAt).map(({ id }) => id) : []
}

/** An article and its translations, by their languages. */
export async function listTranslationsOf({ shop }: Caller, id: string): Promise<ListedTranslation[]> {
  const [article, { first }] = await Promise.all([findArticle(shop, id), readHelpSite(shop)])
  if (!article) throw notFound('Article')
  const { translationGroupId: group, data, editedAt, updatedAt, locale, status } = article
  const all: Omit<GroupArticle, 'group'>[] =
    group === null
      ? [{ id, locale, question: data.question, status, editedAt: editedAt ?? updatedAt }]
      : await listGroupArticles(shop, [group])
  const behind = new Set(group === null ? [] : behindIn(all as GroupArticle[], first))
  return all.map((one) => ({
    id: one.id,
    question: one.question,
    status: one.status,
    editedAt: one.editedAt,
    locale: one.locale ?? first,
    isOriginal: (one.locale ?? first) === first,
    isBehind: behind.has(one.id),
  }))
}
