import type { StorageBox } from '../engine/storage.ts'

const DAY_MS = 86_400_000
/** Acts of which a browser remembers the day on which it told them. */
const COUNTED_MAX = 100

/** Tells the server what was done with a campaign, and not by whom: once a day each, however often a page is loaded. */
export function createCounts(appId: string, storage: StorageBox, pageUrl: () => string) {
  return (act: 'shown' | 'clicked', key: string): void => {
    const today = Math.floor(Date.now() / DAY_MS)
    const name = `${act} ${key}`
    const counted = storage.get('counted') ?? {}
    // The preview of the settings is not counted: no shopper sees it.
    if (counted[name] === today || pageUrl().startsWith(`${location.origin}/storefront/preview`)) return
    storage.set('counted', Object.fromEntries(Object.entries({ ...counted, [name]: today }).slice(-COUNTED_MAX)))
    fetch('/storefront/campaigns', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId, key, act }),
      credentials: 'omit',
      keepalive: true, // its button may lead away from the page
    }).catch(() => {})
  }
}
