import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { ApiKey, IdentitySecret, NewApiKey, NewIdentitySecret } from './records.ts'

/** API keys and identity secrets: each is shown once, when it is made. */

export const apiKeysQuery = queryOptions({
  queryKey: ['api keys'],
  queryFn: ({ signal }) => get<ApiKey[]>('/keys', signal),
})
export const createApiKey = (name: string) => changing(send<NewApiKey>('POST', '/keys', { name }), 'api keys')
export const deleteApiKey = (id: string) => changing(send('DELETE', `/keys/${id}`), 'api keys')

export const identitySecretsQuery = queryOptions({
  queryKey: ['identity secrets'],
  queryFn: ({ signal }) => get<IdentitySecret[]>('/identity-secrets', signal),
})
export const createIdentitySecret = () =>
  changing(send<NewIdentitySecret>('POST', '/identity-secrets'), 'identity secrets')
export const deleteIdentitySecret = (id: string) =>
  changing(send('DELETE', `/identity-secrets/${id}`), 'identity secrets')
