import { queryOptions } from '@tanstack/react-query'
import { pathOf } from '../conversations.ts'
import { get, send } from '../http.ts'
import { changing, reload } from '../queries.ts'
import type { OrderActionLine, OrderActionRequest, OrderActionsLine } from '../records.ts'

/** What members do with orders in the shop that they were placed in. */

const path = (id: string, number: string) => `${pathOf(id)}/orders/${encodeURIComponent(number)}/actions`

/** What can be done with an order; the shop is asked, so an answer is good for a while. */
export const orderActionsQuery = (id: string, number: string) =>
  queryOptions({
    queryKey: ['order-actions', id, number],
    queryFn: ({ signal }) => get<OrderActionsLine>(path(id, number), signal),
    staleTime: 30_000,
    gcTime: 60_000,
  })

/** Starts an action; the same request again, by its id, does nothing more. */
export const actOnOrder = (id: string, number: string, request: OrderActionRequest) =>
  changing(send<OrderActionLine>('POST', path(id, number), request), 'context', id).finally(
    () => void reload('order-actions', id),
  )
