import { originOf } from '#base/origin.ts'
import { notFound } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { findStore } from '#storage/stores/stores.ts'
import { completeSettings, type Settings } from './settings.ts'

/** A store as its storefront is; NOT_FOUND where the app is not installed. */
export async function requireStorefront(shop: Shop): Promise<{ name: string; settings: Settings }> {
  const store = await findStore(shop)
  if (!store || store.uninstalledAt !== null) throw notFound('Store')
  return { name: store.name, settings: completeSettings(store.settings) }
}

/** The origins among a store's settings; an older version kept whatever it was sent. */
export function origins(allowed: readonly string[]): string[] {
  return allowed.map(originOf).filter((origin) => origin !== null)
}
