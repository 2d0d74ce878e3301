import type { Caller } from '#core/caller.ts'
import { checkLength } from '#core/checks.ts'
import { fileAddress } from '#core/files/files.ts'
import { ARTICLE_BODY_MAX } from '#core/limits.ts'
import { type HelpSite, helpAddress } from '#core/stores/help-site.ts'
import type { Shop } from '#database/database.ts'
import { findPictures } from '#storage/knowledge/article-pictures.ts'
import { findArticlesBySlugs } from '#storage/knowledge/articles.ts'
import { pictureIdsIn } from './markdown.ts'
import { type RenderFor, renderBody } from './render-article.ts'

/** Bodies as HTML for those who may see more than public pages show: editors, and shoppers in the widget. */

/** A body as help pages show it, for its editor, before it is saved. */
export function previewBody({ shop }: Caller, body: string, locale: string): Promise<string> {
  checkLength(body, ARTICLE_BODY_MAX, 'body')
  return renderWithFiles(shop, body, { locale })
}

/** Links to articles that one body may have in the widget. */
const LINKS_MAX = 200
const ARTICLE_PATH = /\/([A-Za-z0-9-]{1,35})\/articles\/([^\s/?#()<>"']{1,600})/g

/** A body for a reader in the widget. Links to articles that they may see are `#article:{id}`, wherever those pages are. */
export async function renderForReader(
  shop: Shop,
  body: string,
  locale: string | null,
  { site, reader }: { site: HelpSite; reader: { baseUrl: string; isIdentified?: boolean } },
): Promise<string> {
  const named = [...body.matchAll(ARTICLE_PATH)].slice(0, LINKS_MAX).flatMap(([, , slug]) => decoded(slug ?? '') ?? [])
  const linked = await findArticlesBySlugs(shop, [...new Set(named)], reader.isIdentified ?? false)
  const ids = new Map(linked.map((one) => [`/${one.locale ?? site.first}/articles/${one.slug}`, one.id]))
  const beginnings = [
    helpAddress(site, reader.baseUrl),
    `${reader.baseUrl}/help/${site.handle}`,
    `/help/${site.handle}`,
  ]
  return renderWithFiles(shop, body, {
    locale: locale ?? site.first,
    linkTo(address) {
      const beginning = beginnings.find((one) => address.startsWith(`${one}/`))
      const path = beginning === undefined ? null : decoded(address.slice(beginning.length).split(/[?#]/, 1)[0] ?? '')
      const id = path === null ? undefined : ids.get(path)
      return id === undefined ? undefined : `#article:${id}`
    },
  })
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
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
