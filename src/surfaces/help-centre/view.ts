import type { FastifyRequest } from 'fastify'
import { type HelpSite, helpAddress } from '#core/stores/help-site.ts'
import type { Shop } from '#database/database.ts'
import { ownHostOf } from '#surfaces/http/incoming/own-hosts.ts'
import type { HelpTexts } from './texts/en.ts'
import { textsOf } from './texts/texts.ts'

/** What every page of a store's help centre is made from. */
export interface View {
  shop: Shop
  site: HelpSite
  /** The page's language tag. */
  locale: string
  texts: HelpTexts
  /** What links of this page begin with: `/help/{handle}`, or nothing at the store's own domain. */
  base: string
  /** What addresses for others begin with. */
  address: string
  /** The service's public address: the chat comes from there. */
  baseUrl: string
}

export function createView(
  request: FastifyRequest,
  { shop, site }: { shop: Shop; site: HelpSite },
  locale: string,
  baseUrl: string,
): View {
  return {
    shop,
    site,
    locale,
    texts: textsOf(locale),
    base: ownHostOf(request.raw) === undefined ? `/help/${site.handle}` : '',
    address: helpAddress(site, baseUrl),
    baseUrl,
  }
}

/** Paths below the address of a help centre. */
export const pathOf = {
  home: (locale: string) => `/${locale}`,
  collection: (locale: string, slug: string) => `/${locale}/collections/${encodeURIComponent(slug)}`,
  article: (locale: string, slug: string) => `/${locale}/articles/${encodeURIComponent(slug)}`,
  search: (locale: string) => `/${locale}/search`,
}
