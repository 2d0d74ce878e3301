import { notFound } from '#core/errors.ts'
import type { HelpSite } from '#core/stores/help-site.ts'
import type { Shop } from '#database/database.ts'
import { findUpload } from '#storage/files/files.ts'
import { findPublicPicture } from '#storage/knowledge/article-pictures.ts'

/** A picture that public pages show: one of a public article, or the store's logo. NOT_FOUND for any other file. */
export async function findSitePicture(
  shop: Shop,
  { first, locales, logoId }: HelpSite,
  id: string,
): Promise<{ id: string; type: string; size: number }> {
  if (!/^[\w-]{1,64}$/.test(id)) throw notFound('Picture')
  const picture = id === logoId ? await findUpload(shop, id) : await findPublicPicture(shop, id, { first, locales })
  if (!picture) throw notFound('Picture')
  return picture
}
