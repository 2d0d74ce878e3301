import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../http.ts'
import { changing } from '../queries.ts'
import type { AllowedConsent, Assistant, Consent } from '../records.ts'

/** Assistants that ask for authorization, and authorized ones. */

/** What an assistant asks for, by the address that it sent the browser to. */
export const consentQuery = (appId: string, query: string) =>
  queryOptions({
    queryKey: ['consent', appId, query],
    queryFn: () => send<Consent>('POST', '/assistant-requests/read', { appId, query }),
  })
export const allowAssistant = (appId: string, query: string) =>
  send<AllowedConsent>('POST', '/assistant-requests/allow', { appId, query })

export const assistantsQuery = queryOptions({
  queryKey: ['assistants'],
  queryFn: ({ signal }) => get<Assistant[]>('/assistants', signal),
})
export const disconnectAssistant = (id: string) => changing(send('DELETE', `/assistants/${id}`), 'assistants')
