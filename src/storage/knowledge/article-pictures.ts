import type { Queries } from '#database/database.ts'

/** Pictures of article bodies (migrations/0060). */

export interface ArticlePicture {
  id: string
  secret: string
  name: string
  type: string
  size: number
  /** In pixels. */
  width: number
  height: number
}

const COLUMNS = 'u.id, u.secret, u.name, u.type, u.size, u.width, u.height'

/** Notes that a file is a picture which was re-encoded, with its size in pixels. */
export async function markAsPicture(shop: Queries, id: string, size: { width: number; height: number }): Promise<void> {
  await shop.query('update uploads set width = $3, height = $4 where shop_id = $1 and id = $2', [
    id,
    size.width,
    size.height,
  ])
}

/** Keeps the re-encoded pictures among these ids for an article, as long as that is there: its former versions show them too. */
export async function keepPicturesOf(tx: Queries, articleId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const kept = await tx.query<{ id: string }>(
    `update uploads set is_in_article = true where shop_id = $1 and id = any(array(
       select u.id from uploads u
       where u.shop_id = $1 and u.id = any($2::text[]) and u.width is not null and u.conversation_id is null
       order by u.id for update)) returning id`,
    [ids],
  )
  await tx.query(
    `insert into article_pictures (shop_id, article_id, file_id)
     select $1, $2, x.id from unnest($3::text[]) as x (id) on conflict do nothing`,
    [articleId, kept.map(({ id }) => id)],
  )
}

/** Lets go of an article's pictures that no other article has; the clean-up deletes them. */
export async function releasePicturesOf(tx: Queries, articleId: string): Promise<void> {
  await tx.query(
    `update uploads u set is_in_article = exists (
       select from article_pictures o where o.shop_id = $1 and o.file_id = u.id and o.article_id <> $2)
     where u.shop_id = $1 and u.id in (select p.file_id from article_pictures p where p.shop_id = $1 and p.article_id = $2)`,
    [articleId],
  )
}

/** The pictures that an article has or had. */
export function listPicturesOf(shop: Queries, articleId: string): Promise<ArticlePicture[]> {
  return shop.query(
    `select ${COLUMNS} from article_pictures p join uploads u on u.shop_id = $1 and u.id = p.file_id
     where p.shop_id = $1 and p.article_id = $2`,
    [articleId],
  )
}

/** The re-encoded pictures among these ids, whether an article has them or not. */
export function findPictures(shop: Queries, ids: string[]): Promise<ArticlePicture[]> {
  if (ids.length === 0) return Promise.resolve([])
  return shop.query(
    `select ${COLUMNS} from uploads u where u.shop_id = $1 and u.id = any($2::text[]) and u.width is not null`,
    [ids],
  )
}

/** A picture that an article on a public page has. */
export async function findPublicPicture(
  shop: Queries,
  id: string,
  { first, locales }: { first: string; locales: string[] },
): Promise<ArticlePicture | undefined> {
  const [row] = await shop.query<ArticlePicture>(
    `select ${COLUMNS} from uploads u
     where u.shop_id = $1 and u.id = $2 and u.width is not null and exists (
       select from article_pictures p join articles a on a.shop_id = $1 and a.id = p.article_id
       where p.shop_id = $1 and p.file_id = u.id and a.status = 'published' and not a.is_private and a.product_id is null
         and coalesce(a.locale, $3) = any($4::text[]))`,
    [id, first, locales],
  )
  return row
}
