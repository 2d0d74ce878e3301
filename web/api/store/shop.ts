import { queryOptions } from '@tanstack/react-query'
import { call, send } from '../http.ts'
import { changing } from '../queries.ts'
import type { ConnectionList, NewConnection, ShopToConnect } from '../records.ts'

/** Connections to the store's shop, for its admins. */

/** Polling interval while something is read or waits and members watch it; otherwise rarely is enough. */
const WATCHED_MS = 2_000
const SEEN_MS = 15_000

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => call<ConnectionList>('GET', '/connections', undefined, signal),
  refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? WATCHED_MS : SEEN_MS),
})

function isBusy({ kind, state, sync: { kinds, waiting } }: ConnectionList['data'][number]): boolean {
  const isUnanswered = kind !== 'custom' && kinds.length === 0
  return state === 'connected' && (isUnanswered || waiting > 0 || kinds.some(({ isComplete }) => isComplete === false))
}

export const connectShop = (shop: ShopToConnect) =>
  changing(send<NewConnection>('POST', '/connections', shop), 'connections')
export const disconnectShop = (id: string) => changing(send('DELETE', `/connections/${id}`), 'connections')
