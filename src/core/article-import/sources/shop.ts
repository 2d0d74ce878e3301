import type { ShopSitePage } from '#connectors/reader.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Shop } from '#database/database.ts'
import type { DocumentReader } from '../reading/document-reader.ts'
import type { ImportSource, Told } from '../source.ts'
import { SourceUnreadable, type Web } from '../web.ts'
import { readHtmlArticle } from './read-html-article.ts'

/** Kinds of shops whose sites have pages. */
export const KINDS_WITH_PAGES: readonly ShopConnection['kind'][] = ['shopify', 'woocommerce']

/** Asks shops for the pages of their sites. */
export interface ShopSites {
  readSitePages(
    shop: Shop,
    connection: ShopConnection,
    cursor: string | null,
  ): Promise<{ pages: ShopSitePage[]; next: string | null }>
}

/** Lists of pages that one shop is asked for. */
const LISTS_MAX = 100

/** Published pages of a shop that is connected. */
export function shopSource(
  parts: { web: Web; reader: DocumentReader; sites: ShopSites },
  shop: Shop,
  connection: ShopConnection,
): ImportSource {
  const { web, reader, sites } = parts
  const list = (cursor: string | null) =>
    sites.readSitePages(shop, connection, cursor).catch((error: Error) => {
      if (error instanceof ShopUnavailable) throw new SourceUnreadable(error.message)
      throw error
    })

  const readPage = ({ id, title, html, url }: ShopSitePage): Promise<Told> => {
    const rest = { locale: null, collection: null, translationGroup: null }
    return readHtmlArticle(reader, { from: `shop:${connection.id}:${id}`, title, html, address: url, ...rest }, url)
  }

  return {
    picture: async (address) => (await web.get(address)).bytes,
    async *read() {
      let cursor: string | null = null
      for (let lists = 0; lists < LISTS_MAX; lists++) {
        const { pages, next } = await list(cursor)
        for (const page of pages) yield await readPage(page)
        if (next === null) return
        cursor = next
      }
    },
  }
}
