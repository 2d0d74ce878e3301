import { infiniteQueryOptions } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { call } from './http.ts'
import type { Page, TimelineLine } from './records.ts'

/** What happened with a conversation's contact, newest first; of all kinds, or of one. */
export const timelineQuery = (id: string, kind: TimelineLine['kind'] | null) =>
  infiniteQueryOptions({
    queryKey: ['timeline', id, kind],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) })
      return call<Page<TimelineLine>>('GET', `${pathOf(id)}/timeline?${query}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })
