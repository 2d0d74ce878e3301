import { createStore, useStore } from '../api/store.ts'

/** Where in the app one is: the path below /inbox, in parts, and what follows the #. */
export interface Place {
  parts: string[]
  hash: string
}

const here = (): Place => ({
  parts: location.pathname
    .replace(/^\/inbox\/?/, '')
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent),
  hash: location.hash.slice(1),
})

const place = createStore<Place>(here())
addEventListener('popstate', () => place.set(here()))

export function pathTo(...parts: string[]): string {
  return `/inbox/${parts.map(encodeURIComponent).join('/')}`
}

export function go(path: string, { replace = false } = {}): void {
  if (path === location.pathname) return
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  place.set(here())
}

export function usePlace(): Place {
  return useStore(place, (now) => now)
}

export const currentPlace = () => place.get()
