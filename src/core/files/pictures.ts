import { isObject } from '#base/objects.ts'
import type { Queries } from '#database/database.ts'
import { markFilesOfSettings } from '#storage/files/files.ts'

/** Ids of the store's own files among the pictures that its widget shows. */
export function pictureIdsOf(shopId: string, widget: Record<string, unknown>): string[] {
  const campaigns = Array.isArray(widget.campaigns) ? widget.campaigns.filter(isObject) : []
  const urls = [widget.logoUrl, widget.headerImageUrl, ...campaigns.map(({ imageUrl }) => imageUrl)]
  const own = `/storefront/files/${shopId}/`
  const ids = urls.flatMap((url) => {
    if (typeof url !== 'string' || !url.startsWith(own)) return []
    const id = url.slice(own.length).split('/')[0] as string
    return /^[\w-]{1,64}$/.test(id) ? [id] : []
  })
  return [...new Set(ids)]
}

/** Keeps the pictures that the saved settings show; the clean-up deletes those that they no longer show. */
export function keepPictures(tx: Queries, widget: Record<string, unknown>): Promise<void> {
  return markFilesOfSettings(tx, pictureIdsOf(tx.shopId, widget))
}
