import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, get, send } from '../http.ts'
import { changing, queries } from '../queries.ts'
import type { EndpointTest, Page, RuleCall, RuleEndpoint } from '../records.ts'

/** Addresses of the store's own that rules call. */

export const endpointsQuery = queryOptions({
  queryKey: ['rule-endpoints'],
  queryFn: ({ signal }) => get<RuleEndpoint[]>('/rule-endpoints', signal),
})

/** Endpoints that `endpointsQuery` has loaded, for words of rules. */
export const knownEndpoints = (): RuleEndpoint[] => queries.getQueryData(endpointsQuery.queryKey) ?? []

export type EndpointWords = Pick<RuleEndpoint, 'title' | 'url' | 'includesNotes'> & { secret?: string }
export const addEndpoint = (words: EndpointWords) => changing(send('POST', '/rule-endpoints', words), 'rule-endpoints')
export const changeEndpoint = (id: string, words: EndpointWords) =>
  changing(send('PATCH', `/rule-endpoints/${id}`, words), 'rule-endpoints')
export const deleteEndpoint = (id: string) => changing(send('DELETE', `/rule-endpoints/${id}`), 'rule-endpoints')

/** Sends a test now, and waits for the answer. */
export const testEndpoint = (id: string) => send<EndpointTest>('POST', `/rule-endpoints/${id}/test`)

/** Calls to an endpoint, newest first. */
export const endpointLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['endpoint log', id],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ''
      return call<Page<RuleCall>>('GET', `/rule-endpoints/${id}/calls${cursor}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })
