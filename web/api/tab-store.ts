/** The store that this tab shows: each of its requests names it, so that tabs of different stores are open side by side. */

const KEY = 'parley-store'

/** Kept by the tab, so that it shows the same store after it is loaded again. */
let shopId = read()

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null // not allowed: the store used last opens
  }
}

export const tabStore = () => shopId

/** Null: the store used last opens. */
export function setTabStore(next: string | null): void {
  shopId = next
  try {
    if (next === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, next)
  } catch {
    // Not allowed: it lives as long as the page.
  }
}

/** Headers that name a store: the tab's, unless told otherwise. */
export const storeHeaders = (store = shopId): Record<string, string> =>
  store === null ? {} : { 'x-parley-store': store }

/** An address of the service that names the tab's store, for what sets no headers. */
export const withStore = (address: string) =>
  shopId === null ? address : `${address}${address.includes('?') ? '&' : '?'}shopId=${encodeURIComponent(shopId)}`

/** The path of a page that names its store by the App ID: for links that leave the tab. */
export function pathWithStore(path: string, appId: string): string {
  const [page = '', hash] = path.split('#')
  const query = `${page}${page.includes('?') ? '&' : '?'}store=${encodeURIComponent(appId)}`
  return hash === undefined ? query : `${query}#${hash}`
}
