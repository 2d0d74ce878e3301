import type { Page } from '../shared/bridge.ts'
import { ownTitle } from './title.ts'

interface Navigation {
  addEventListener(type: 'currententrychange', listener: () => void): void
}

/**
 * The pages the shopper sees, in single-page shops too. The shop's history functions are left alone: browsers with the
 * Navigation API tell of every change, in the others the address is looked at once a second.
 */
export function watchPages(changed: (page: Page) => void): void {
  let last = ''

  function note(): void {
    const url = `${location.origin}${location.pathname}${location.search}`.slice(0, 2_048)
    if (url === last) return
    last = url
    const viewedAt = new Date().toISOString()
    setTimeout(() => {
      if (url !== last) return
      changed({ url, title: ownTitle().slice(0, 255), viewedAt })
    }, 300) // a router sets the title after the address
  }

  const { navigation } = window as { navigation?: Navigation }
  if (navigation) navigation.addEventListener('currententrychange', note)
  else setInterval(note, 1_000)
  addEventListener('pageshow', note)
  note()
}
