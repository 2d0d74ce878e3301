import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, get, send } from '../http.ts'
import { changing } from '../queries.ts'
import type { Delivery, DeliveryDetail, EventDigest, Queued, Webhook, WebhookList } from '../records.ts'

/** Webhooks, and the log of what was delivered to each. */

const LOG = 20
/** While a delivery that is shown is on its way. */
const PENDING_MS = 2_000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call<WebhookList>('GET', '/webhooks', undefined, signal),
})
export const addWebhook = (webhook: { url: string; events: string[] }) =>
  changing(send<Webhook>('POST', '/webhooks', webhook), 'webhooks')
export const changeWebhook = (
  id: string,
  change: { isActive?: boolean; events?: string[]; headers?: Record<string, string> },
) => changing(send<Webhook>('PATCH', `/webhooks/${id}`, change), 'webhooks')
export const deleteWebhook = (id: string) => changing(send('DELETE', `/webhooks/${id}`), 'webhooks')

export interface DeliveryFilter {
  status: string
  /** Id of an event or a conversation. */
  about: string
}

export const deliveriesQuery = (id: string, { status, about }: DeliveryFilter) =>
  queryOptions({
    queryKey: ['deliveries', id, status, about],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(LOG), status, about })
      return get<Delivery[]>(`/webhooks/${id}/deliveries?${query}`, signal)
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? PENDING_MS : false),
  })
export const deliveryQuery = (deliveryId: string) =>
  queryOptions({
    queryKey: ['delivery', deliveryId],
    queryFn: ({ signal }) => get<DeliveryDetail>(`/deliveries/${deliveryId}`, signal),
  })
export const digestsQuery = (id: string) =>
  queryOptions({
    queryKey: ['digests', id],
    queryFn: ({ signal }) => get<EventDigest[]>(`/webhooks/${id}/digests`, signal),
  })
export const testWebhook = (id: string) => changing(send('POST', `/webhooks/${id}/test`), 'deliveries', id)
export const redeliver = (deliveryId: string) =>
  changing(send('POST', `/deliveries/${deliveryId}/redeliver`), 'deliveries')
export const redeliverFailed = (id: string, since: Date) =>
  changing(send<Queued>('POST', `/webhooks/${id}/redeliver`, { since: since.toISOString() }), 'deliveries', id)
