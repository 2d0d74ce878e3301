import { queryOptions } from '@tanstack/react-query'
import { send } from './http.ts'
import type { HelpDomainProof } from './records.ts'

/** Looks the domain's TXT record up. */
export const helpDomainQuery = (domain: string) =>
  queryOptions({
    queryKey: ['help-domain', domain],
    queryFn: () => send<HelpDomainProof>('POST', '/help-domain/verify'),
    staleTime: 0,
  })
