import { listStoreArticles } from '#storage/catalogue.ts'
import type { Shop } from '#storage/database.ts'
import { findStore } from '#storage/stores.ts'
import { notFound } from './errors.ts'
import { completeSettings, type Settings } from './settings.ts'
import { readWidget } from './widget.ts'

/** A store as its storefront is; NOT_FOUND where the app is not installed. */
export async function requireStorefront(shop: Shop): Promise<{ name: string; settings: Settings }> {
  const store = await findStore(shop)
  if (!store || store.uninstalledAt !== null) throw notFound('Store')
  return { name: store.name, settings: completeSettings(store.settings) }
}

/** What a shopper's browser needs to draw the widget. Nothing else of the settings is told. */
export async function describeStorefront(shop: Shop, isOnline: boolean) {
  const [{ name, settings }, articles] = await Promise.all([
    requireStorefront(shop),
    listStoreArticles(shop, { after: '', limit: 1 }),
  ])
  const widget = readWidget(settings.widget)
  const { color, darkMode, position, launcher, logoUrl, sound, greeting, intro } = widget
  const config = {
    name,
    online: isOnline,
    theme: { color, darkMode, position, launcher, logoUrl, sound, greeting, intro },
    texts: widget.texts,
    locale: widget.locale,
    locales: Object.keys(widget.texts),
    preChat: widget.preChat,
    quickReplies: widget.quickReplies,
    campaigns: widget.campaigns,
    handOff: widget.handOff,
    aiAgent: settings.ai.enabled,
    faqs: widget.articles && articles.length > 0,
  }
  return { config, allowedOrigins: origins(settings.allowedOrigins) }
}

/** The origins among a store's settings, as browsers write them. */
export function origins(allowed: readonly string[]): string[] {
  return allowed.flatMap((text) => {
    if (!URL.canParse(text)) return []
    const { origin, protocol } = new URL(text)
    return protocol === 'https:' || protocol === 'http:' ? [origin] : []
  })
}
