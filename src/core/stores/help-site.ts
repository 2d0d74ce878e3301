import { languagePart } from '#base/language-tags.ts'
import { notFound } from '#core/errors.ts'
import { pictureIdsOf } from '#core/files/pictures.ts'
import type { Database, Queries, Shop } from '#database/database.ts'
import { findProvenDomain } from '#storage/help-centre/names.ts'
import { findStore, lookUpDirectory } from '#storage/stores/stores.ts'
import { completeSettings } from './settings.ts'
import { readWidget } from './widget.ts'

/** A store's help centre as its settings have it. */
export interface HelpSite {
  appId: string
  /** The store's name. */
  name: string
  /** Turned on, and the app is installed. */
  isOn: boolean
  handle: string
  /** The host name that the pages are served at; null: this service's. */
  domain: string | null
  /** Language tags; the first is the fallback, and the language of articles without one. */
  locales: string[]
  first: string
  /** The file that is the widget's logo; null where it has none of the service's. */
  logoId: string | null
  /** The widget's colour, `#rrggbb`. */
  color: string
}

/** About how many bytes one takes in memory. */
const BYTES = 2_000

/** A store's help centre; remembered until its settings change. */
export function readHelpSite(shop: Queries): Promise<HelpSite> {
  return shop.memory.recall('help_centre', shop.shopId, async () => ({ value: await readAnew(shop), bytes: BYTES }))
}

async function readAnew(shop: Queries): Promise<HelpSite> {
  const store = await findStore(shop)
  if (!store) throw notFound('Store')
  const { helpCentre, widget } = completeSettings(store.settings)
  const { handle, domain, locales, enabled } = helpCentre
  const { logoUrl, color } = readWidget(widget)
  const [logoId = null] = pictureIdsOf(shop.shopId, { settings: { widget: { logoUrl } }, mailLook: null })
  const { appId, name } = store
  const isProven = domain !== null && (await findProvenDomain(shop, domain))
  return {
    appId,
    name,
    isOn: enabled && store.uninstalledAt === null,
    handle,
    domain: isProven ? domain : null,
    locales,
    first: locales[0] as string,
    logoId,
    color,
  }
}

/** The store of a handle whose help centre is on. NOT_FOUND for any other. */
export async function requireHelpSite(database: Database, handle: string): Promise<{ shop: Shop; site: HelpSite }> {
  const place = /^[a-z0-9-]{1,63}$/.test(handle) && (await lookUpDirectory(database.system, 'help_handle', handle))
  if (!place) throw notFound('Help centre')
  const shop = database.shop(place.shopId)
  const site = await readHelpSite(shop)
  if (!site.isOn || site.handle !== handle) throw notFound('Help centre')
  return { shop, site }
}

/** The address of a store's help pages, without a slash at the end. `baseUrl`: this service's public address. */
export const helpAddress = ({ domain, handle }: HelpSite, baseUrl: string): string =>
  domain === null ? `${baseUrl}/help/${handle}` : `https://${domain}`

/** The address of an article's page; null where it has none. */
export function articleAddress(
  site: HelpSite,
  { locale, slug }: { locale: string | null; slug: string | null },
  baseUrl: string,
): string | null {
  const language = locale ?? site.first
  if (!site.isOn || slug === null || !site.locales.includes(language)) return null
  return `${helpAddress(site, baseUrl)}/${language}/articles/${encodeURIComponent(slug)}`
}

/** The one of some translations of an article that is nearest to what a reader wants (as storage chooses them). */
export function nearestTranslation<Article extends { locale: string | null }>(
  translations: readonly Article[],
  { asked, first }: { asked: string | null; first: string },
): Article | undefined {
  const distance = ({ locale }: Article) => {
    const own = locale ?? first
    if (own === asked) return 0
    if (asked !== null && languagePart(own) === languagePart(asked)) return 1
    return own === first ? 2 : 3
  }
  return translations.toSorted((a, b) => distance(a) - distance(b))[0]
}
