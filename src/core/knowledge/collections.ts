import { newId } from '#base/ids.ts'
import { slugOf } from '#base/slugs.ts'
import { codePoints } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkLocale, checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { ARTICLE_DESCRIPTION_MAX, COLLECTION_NAME_MAX, COLLECTIONS_MAX } from '#core/limits.ts'
import { readSettings } from '#core/stores/settings.ts'
import type { Queries } from '#database/database.ts'
import { keepFormerAddress, takeOverAddress } from '#storage/knowledge/article-addresses.ts'
import {
  type CollectionOfArticles,
  deleteCollection,
  findCollection,
  listCollections,
  orderCollections,
  saveCollection,
} from '#storage/knowledge/collections.ts'
import { takeTurn } from '#storage/locks.ts'
import { freeSlug } from './store-article.ts'

/** What an admin says of a collection; what is left out stays. */
export interface CollectionChange {
  name?: string
  locale?: string | null
  description?: string
  /** An emoji; empty: none. */
  icon?: string
}

/** UTF-16 units of an icon: emoji are put together from several characters. */
const ICON_MAX = 16

/** All of a store's, in the order of the home page. */
export const listArticleCollections = ({ shop }: Caller): Promise<CollectionOfArticles[]> => listCollections(shop)

export function addCollection(
  caller: Caller,
  change: CollectionChange & { name: string },
): Promise<CollectionOfArticles> {
  return save(
    caller,
    async (tx) => {
      if ((await listCollections(tx)).length >= COLLECTIONS_MAX) {
        throw invalidParams(`A store has at most ${COLLECTIONS_MAX} collections.`)
      }
      return { id: newId(), locale: null, name: '', slug: '', description: '', icon: '', position: 0 }
    },
    change,
  )
}

export function editCollection(caller: Caller, id: string, change: CollectionChange): Promise<CollectionOfArticles> {
  return save(caller, (tx) => requireCollection(tx, id), change)
}

/** Its articles stand in no collection then. */
export async function removeCollection({ shop, actor }: Caller, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const { name } = await requireCollection(tx, id)
    await deleteCollection(tx, id)
    await recordAudit(tx, actor, 'collection.deleted', id, { name })
  })
}

/** Puts collections into an order; those that are not named stand behind. */
export async function arrangeCollections({ shop }: Caller, ids: string[]): Promise<CollectionOfArticles[]> {
  await shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    await orderCollections(tx, ids)
  })
  return listCollections(shop)
}

async function requireCollection(tx: Queries, id: string): Promise<CollectionOfArticles> {
  const found = await findCollection(tx, id)
  if (!found) throw notFound('Collection')
  return found
}

function save(
  { shop, actor }: Caller,
  read: (tx: Queries) => Promise<CollectionOfArticles>,
  change: CollectionChange,
): Promise<CollectionOfArticles> {
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const before = await read(tx)
    const next = { ...before, ...change }
    checkText(next.name, COLLECTION_NAME_MAX, 'name')
    if (codePoints(next.description) > ARTICLE_DESCRIPTION_MAX) {
      throw invalidParams(`description has more than ${ARTICLE_DESCRIPTION_MAX} characters.`)
    }
    if (next.icon.length > ICON_MAX) throw invalidParams('icon must be one emoji, or empty.')
    if (next.locale !== null) next.locale = checkLocale(next.locale, 'locale')
    const first = (await readSettings(tx)).helpCentre.locales[0] as string
    const [was, locale] = [before.locale ?? first, next.locale ?? first]
    if (next.name !== before.name || locale !== was) {
      next.slug = await freeSlug(tx, 'collection', slugOf(next.name, 'collection'), { locale, first, except: next.id })
      if (before.slug !== '') await keepFormerAddress(tx, 'collection', { locale: was, slug: before.slug }, next.id)
      await takeOverAddress(tx, 'collection', { locale, slug: next.slug })
    }
    await saveCollection(tx, next)
    await recordAudit(tx, actor, 'collection.saved', next.id, { name: next.name })
    return (await findCollection(tx, next.id)) as CollectionOfArticles
  })
}
