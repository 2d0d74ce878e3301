import { queryOptions, useQuery } from '@tanstack/react-query'
import { get, send } from '../http.ts'
import { changing, KEPT } from '../queries.ts'
import type { ReplyTargets } from '../records.ts'

/** How soon the store wants to answer and resolve. */

export const targetsQuery = queryOptions({
  queryKey: ['targets'],
  queryFn: ({ signal }) => get<ReplyTargets>('/targets', signal),
  ...KEPT,
})

/** Whether the store has any target: whether there may be clocks. */
export function useHasTargets(): boolean {
  const { data } = useQuery(targetsQuery)
  return Object.values(data?.targets ?? {}).some((ofPriority) => Object.values(ofPriority).some(Boolean))
}

export const setTargets = (targets: ReplyTargets) => changing(send<ReplyTargets>('PUT', '/targets', targets), 'targets')
