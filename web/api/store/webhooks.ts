import { queryOptions } from '@tanstack/react-query'
import { call, get, send } from '../http.ts'
import { changing } from '../queries.ts'
import type { Delivery, Webhook, WebhookList } from '../records.ts'

/** Webhooks, and the log of what was delivered to each. */

const LOG = 20

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call<WebhookList>('GET', '/webhooks', undefined, signal),
})
export const addWebhook = (webhook: { url: string; events: string[] }) =>
  changing(send<Webhook>('POST', '/webhooks', webhook), 'webhooks')
export const changeWebhook = (id: string, change: { isActive?: boolean; events?: string[] }) =>
  changing(send<Webhook>('PATCH', `/webhooks/${id}`, change), 'webhooks')
export const deleteWebhook = (id: string) => changing(send('DELETE', `/webhooks/${id}`), 'webhooks')

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => get<Delivery[]>(`/webhooks/${id}/deliveries?limit=${LOG}`, signal),
  })
export const testWebhook = (id: string) => changing(send('POST', `/webhooks/${id}/test`), 'deliveries', id)
export const redeliver = (deliveryId: string) =>
  changing(send('POST', `/deliveries/${deliveryId}/redeliver`), 'deliveries')
