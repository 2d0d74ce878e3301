import type { Caller } from '#core/caller.ts'
import { checkLength } from '#core/checks.ts'
import { fileAddress } from '#core/files/files.ts'
import { ARTICLE_BODY_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import { findPictures } from '#storage/knowledge/article-pictures.ts'
import { pictureIdsIn } from './markdown.ts'
import { type RenderFor, renderBody } from './render-article.ts'

/** A body as help pages show it, for its editor, before it is saved. */
export function previewBody({ shop }: Caller, body: string, locale: string): Promise<string> {
  checkLength(body, ARTICLE_BODY_MAX, 'body')
  return renderWithFiles(shop, body, { locale })
}

/** A body for those who may see more than public pages show: its pictures are at the addresses of the service's files. */
async function renderWithFiles(shop: Shop, body: string, target: Omit<RenderFor, 'picture'>): Promise<string> {
  const pictures = await findPictures(shop, pictureIdsIn(body))
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))
  return renderBody(body, {
    ...target,
    picture(id) {
      const found = byId.get(id)
      return found && { url: fileAddress(shop.shopId, found), width: found.width, height: found.height }
    },
  })
}
