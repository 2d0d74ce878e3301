import { queryOptions } from '@tanstack/react-query'
import { get } from './http.ts'
import type { WebhookNotice } from './records.ts'

const AGAIN_MS = 60_000

/** Webhooks whose deliveries fail, for admins; asked for again each minute. */
export const webhookNoticesQuery = queryOptions({
  queryKey: ['webhook-notices'],
  queryFn: ({ signal }) => get<WebhookNotice[]>('/webhook-notices', signal),
  refetchInterval: AGAIN_MS,
})
