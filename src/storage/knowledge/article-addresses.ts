import type { Queries } from '#database/database.ts'

/** Names of articles and collections in addresses: which are taken, and which led somewhere once (migrations/0060). */

export type AddressKind = 'article' | 'collection'

/** A name in addresses, in one language. */
export interface Address {
  locale: string
  slug: string
}

const TABLES = { article: 'articles', collection: 'article_collections' }

/** Finds those of some names that an article, or a collection, of a language has, other than `except`. `first`: the store's first language. */
export async function findTakenSlugs(
  tx: Queries,
  kind: AddressKind,
  { locale, slugs, first, except }: { locale: string; slugs: string[]; first: string; except: string },
): Promise<Set<string>> {
  const rows = await tx.query<{ slug: string }>(
    `select slug from ${TABLES[kind]}
     where shop_id = $1 and slug = any($2::text[]) and coalesce(locale, $3) = $4 and id <> $5`,
    [slugs, first, locale, except],
  )
  return new Set(rows.map(({ slug }) => slug))
}

/** Whether a translation group has another article of a language. */
export async function hasTranslation(
  tx: Queries,
  { group, locale, first, except }: { group: string; locale: string; first: string; except: string },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from articles
     where shop_id = $1 and translation_group_id = $2 and coalesce(locale, $3) = $4 and id <> $5 limit 1`,
    [group, first, locale, except],
  )
  return rows.length > 0
}

/** From now on the address leads to where the target is. */
export async function keepFormerAddress(
  tx: Queries,
  kind: AddressKind,
  { locale, slug }: Address,
  targetId: string,
): Promise<void> {
  await tx.query(
    `insert into former_addresses (shop_id, kind, locale, slug, target_id) values ($1, $2, $3, $4, $5)
     on conflict (shop_id, kind, locale, slug) do update set target_id = excluded.target_id`,
    [kind, locale, slug, targetId],
  )
}

/** Gives an address to a new owner: it stops leading to its former one. */
export async function takeOverAddress(tx: Queries, kind: AddressKind, { locale, slug }: Address): Promise<void> {
  await tx.query('delete from former_addresses where shop_id = $1 and kind = $2 and locale = $3 and slug = $4', [
    kind,
    locale,
    slug,
  ])
}

/** Ends a deleted target's addresses: they are gone for good where it was public once, otherwise unknown. */
export async function endAddresses(
  tx: Queries,
  kind: AddressKind,
  targetId: string,
  last: Address | null,
  wasPublic: boolean,
): Promise<void> {
  if (!wasPublic) {
    await tx.query('delete from former_addresses where shop_id = $1 and kind = $2 and target_id = $3', [kind, targetId])
    return
  }
  await tx.query('update former_addresses set target_id = null where shop_id = $1 and kind = $2 and target_id = $3', [
    kind,
    targetId,
  ])
  if (last === null) return
  await tx.query(
    `insert into former_addresses (shop_id, kind, locale, slug) values ($1, $2, $3, $4)
     on conflict (shop_id, kind, locale, slug) do update set target_id = null`,
    [kind, last.locale, last.slug],
  )
}

/** The target of a former address; `targetId` null: it was deleted. */
export async function findFormerAddress(
  shop: Queries,
  kind: AddressKind,
  { locale, slug }: Address,
): Promise<{ targetId: string | null } | undefined> {
  const [row] = await shop.query<{ targetId: string | null }>(
    'select target_id from former_addresses where shop_id = $1 and kind = $2 and locale = $3 and slug = $4',
    [kind, locale, slug],
  )
  return row
}
