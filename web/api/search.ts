import { queryOptions } from '@tanstack/react-query'
import { get } from './http.ts'
import type { Findings } from './records.ts'

/** People, messages and conversations by what is typed. */

/** Shorter texts find too much; the service refuses them. */
export const SEARCH_MIN = 2

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => get<Findings>(`/search?q=${encodeURIComponent(text)}`, signal),
    enabled: text.length >= SEARCH_MIN,
  })
