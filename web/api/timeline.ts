import { infiniteQueryOptions } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { call } from './http.ts'
import type { Page, TimelineLine } from './records.ts'

/** What happened with a conversation's contact, newest first; of all kinds, or of one. Orders come with what was done with them. */
export const timelineQuery = (id: string, kind: TimelineLine['kind'] | null) =>
  infiniteQueryOptions({
    queryKey: ['timeline', id, kind],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(pageParam ? { cursor: pageParam } : {})
      if (kind) query.append('kind', kind)
      if (kind === 'order') query.append('kind', 'order_action')
      return call<Page<TimelineLine>>('GET', `${pathOf(id)}/timeline?${query}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })
