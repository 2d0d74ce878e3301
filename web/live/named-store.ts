import { currentParts } from '../base/router.ts'

/** What the address says of the store that it is for. */

/** Whether this is the sign-in page for one more store, while sessions of others go on. */
export const isAdding = () => location.pathname === '/inbox/sign-in' && new URLSearchParams(location.search).has('add')

/** The App ID of the store that the address names: of a link, or of an assistant that asks for it. */
export function namedApp(): string | null {
  const [page, appId = null] = currentParts()
  return page === 'connect' ? appId : new URLSearchParams(location.search).get('store')
}

/** The tab knows its store from here on. An assistant's address stays as it was sent. */
export function leaveStoreOutOfAddress(): void {
  const query = new URLSearchParams(location.search)
  if (!query.has('store') || currentParts()[0] === 'connect') return
  query.delete('store')
  const rest = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', location.pathname + rest + location.hash)
}
