import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { GuidanceDraft, GuidanceRecord } from './records.ts'

/** What the AI agent does in situations that admins describe. */

export const guidanceQuery = queryOptions({
  queryKey: ['guidance'],
  queryFn: ({ signal }) => get<GuidanceRecord[]>('/ai/guidance', signal),
})
export const addGuidance = (guidance: GuidanceDraft) =>
  changing(send<GuidanceRecord>('POST', '/ai/guidance', guidance), 'guidance')
export const changeGuidance = (id: string, change: Partial<GuidanceDraft>) =>
  changing(send<GuidanceRecord>('PATCH', `/ai/guidance/${id}`, change), 'guidance')
export const orderGuidance = (ids: string[]) => changing(send('PUT', '/ai/guidance/order', { ids }), 'guidance')
export const removeGuidance = (id: string) => changing(send('DELETE', `/ai/guidance/${id}`), 'guidance')
