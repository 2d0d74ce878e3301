import { isObject } from '#base/objects.ts'
import type { Queries } from '#database/database.ts'
import { markFilesOfSettings } from '#storage/files/files.ts'
import type { StoredMailLook } from '#storage/stores/stores.ts'

interface WithPictures {
  settings: { widget: Record<string, unknown> }
  mailLook: StoredMailLook | null
}

/** Ids of the store's own files among the pictures that its widget and its mails show. */
export function pictureIdsOf(shopId: string, { settings: { widget }, mailLook }: WithPictures): string[] {
  const campaigns = Array.isArray(widget.campaigns) ? widget.campaigns.filter(isObject) : []
  const urls = [mailLook?.logoUrl, widget.logoUrl, widget.headerImageUrl, ...campaigns.map(({ imageUrl }) => imageUrl)]
  const own = `/storefront/files/${shopId}/`
  const ids = urls.flatMap((url) => {
    if (typeof url !== 'string' || !url.startsWith(own)) return []
    const id = url.slice(own.length).split('/')[0] as string
    return /^[\w-]{1,64}$/.test(id) ? [id] : []
  })
  return [...new Set(ids)]
}

/** Keeps the pictures that the saved settings show; the clean-up deletes those that they no longer show. */
export function keepPictures(tx: Queries, store: WithPictures): Promise<void> {
  return markFilesOfSettings(tx, pictureIdsOf(tx.shopId, store))
}
