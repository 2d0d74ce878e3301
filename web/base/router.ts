import { navigate, useLocationProperty, usePathname } from 'wouter/use-browser-location'

/** Addresses of the inbox: /inbox/open/<conversation>, /inbox/settings/team. The routes themselves are in app/. */

export { Link } from 'wouter'

const BASE = '/inbox'

export function pathTo(...parts: string[]): string {
  return `${BASE}/${parts.map(encodeURIComponent).join('/')}`
}

/** The parts of a path below /inbox. Decoded one by one, since a tag's name may hold a slash or a percent sign. */
export function partsOf(pathname: string): string[] {
  return pathname
    .slice(BASE.length)
    .split('/')
    .filter(Boolean)
    .map((part) => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })
}

/** Goes to another page. The page one is on makes no second entry in the history. */
export function go(path: string, { replace = false } = {}): void {
  if (path !== location.pathname + location.hash) navigate(path, { replace })
}

export const useParts = () => partsOf(usePathname())
export const currentParts = () => partsOf(location.pathname)
/** What follows the #, which no server is sent. */
export const useHash = () => useLocationProperty(() => location.hash.slice(1))
