import type { BrowserStore } from '../api/records.ts'
import { tabStore } from '../api/tab-store.ts'
import { namedApp } from './named-store.ts'

/** Stores that this browser was signed in to, kept in it: to offer signing in again where a session has ended. */

export type KnownStore = Pick<BrowserStore, 'shopId' | 'appId' | 'name' | 'email'>

const KEY = 'parley-stores'
const KEPT = 20

export function knownStores(): KnownStore[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as KnownStore[]
  } catch {
    return []
  }
}

function keep(stores: KnownStore[]): void {
  try {
    if (stores.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(stores.slice(0, KEPT)))
  } catch {
    // No room, or not allowed: the store is not offered.
  }
}

export function rememberStore({ shopId, appId, name, email }: KnownStore): void {
  keep([{ shopId, appId, name, email }, ...knownStores().filter((one) => one.shopId !== shopId)])
}

/** On signing out: of this store, or of all. */
export const forgetStore = (shopId: string | null) =>
  keep(shopId === null ? [] : knownStores().filter((one) => one.shopId !== shopId))

/** What is known of the store that is to be signed in to: the one that the address names, otherwise the tab's. */
export function wantedStore(): (Pick<KnownStore, 'appId'> & Partial<KnownStore>) | null {
  const appId = namedApp()
  const known = knownStores().find((one) => (appId === null ? one.shopId === tabStore() : one.appId === appId))
  return known ?? (appId === null ? null : { appId })
}
