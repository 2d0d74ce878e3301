import type { Queries } from '#database/database.ts'

/** Collections of articles (migrations/0060). */

export interface CollectionOfArticles {
  id: string
  /** A language tag; null: the first of the store's languages. */
  locale: string | null
  name: string
  slug: string
  description: string
  /** An emoji; empty: none. */
  icon: string
  /** On the home page, from 0. */
  position: number
}

const COLUMNS = 'id, locale, name, slug, description, icon, position'

/** All of a store's, in the order of the home page. */
export function listCollections(shop: Queries): Promise<CollectionOfArticles[]> {
  return shop.query(`select ${COLUMNS} from article_collections where shop_id = $1 order by position, id`)
}

export async function findCollection(shop: Queries, id: string): Promise<CollectionOfArticles | undefined> {
  const [row] = await shop.query<CollectionOfArticles>(
    `select ${COLUMNS} from article_collections where shop_id = $1 and id = $2`,
    [id],
  )
  return row
}

/** The collection of a language that has a name. */
export async function findCollectionByName(
  shop: Queries,
  { name, locale, first }: { name: string; locale: string; first: string },
): Promise<CollectionOfArticles | undefined> {
  const [row] = await shop.query<CollectionOfArticles>(
    `select ${COLUMNS} from article_collections
     where shop_id = $1 and name = $2 and coalesce(locale, $3) = $4 order by position, id limit 1`,
    [name, first, locale],
  )
  return row
}

/** Adds a collection behind the others, or changes it. */
export async function saveCollection(
  tx: Queries,
  { id, locale, name, slug, description, icon }: Omit<CollectionOfArticles, 'position'>,
): Promise<void> {
  await tx.query(
    `insert into article_collections (shop_id, id, locale, name, slug, description, icon, position)
     select $1, $2, $3, $4, $5, $6, $7, coalesce(max(c.position) + 1, 0) from article_collections c where c.shop_id = $1
     on conflict (shop_id, id) do update set locale = excluded.locale, name = excluded.name, slug = excluded.slug,
       description = excluded.description, icon = excluded.icon`,
    [id, locale, name, slug, description, icon],
  )
  tx.signal({ kind: 'help_outline' })
}

/** Puts the collections with these ids in this order; others stand behind them. */
export async function orderCollections(tx: Queries, ids: string[]): Promise<void> {
  await tx.query(
    `update article_collections c set position = o.n from (
       select k.id, row_number() over (order by array_position($2::text[], k.id), k.position, k.id) - 1 as n
       from article_collections k where k.shop_id = $1) o
     where c.shop_id = $1 and c.id = o.id`,
    [ids],
  )
  tx.signal({ kind: 'help_outline' })
}

/** Deletes a collection; its articles stand in none. Returns whether it was there. */
export async function deleteCollection(tx: Queries, id: string): Promise<boolean> {
  await tx.query('update articles set collection_id = null where shop_id = $1 and collection_id = $2', [id])
  tx.signal({ kind: 'help_outline' })
  const rows = await tx.query('delete from article_collections where shop_id = $1 and id = $2 returning 1', [id])
  return rows.length > 0
}
