import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, get } from './http.ts'
import type { Findings, FoundMessages } from './records.ts'

/** People, messages and conversations by what is typed. */

/** Shorter texts find too much; the service refuses them. */
export const SEARCH_MIN = 2

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => get<Findings>(`/search?q=${encodeURIComponent(text)}`, signal),
    enabled: text.length >= SEARCH_MIN,
  })

/** The look through all messages, a step a page. */
export const deepSearchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'messages', text],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ q: text, ...(pageParam && { cursor: pageParam }) })
      return call<FoundMessages>('GET', `/search/messages?${asked}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })
