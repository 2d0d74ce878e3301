import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, get, send } from '../http.ts'
import { changing } from '../queries.ts'
import type { Page, RuleDraft, RuleRecord, RuleRun, RuleTrial } from '../records.ts'

/** What is done by itself with conversations. */

export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ signal }) => get<RuleRecord[]>('/rules', signal),
})
export const addRule = (rule: RuleDraft) => changing(send<RuleRecord>('POST', '/rules', rule), 'rules')
export const changeRule = (id: string, change: Partial<RuleDraft>) =>
  changing(send<RuleRecord>('PATCH', `/rules/${id}`, change), 'rules')
export const orderRules = (ids: string[]) => changing(send('PUT', '/rules/order', { ids }), 'rules')
export const removeRule = (id: string) => changing(send('DELETE', `/rules/${id}`), 'rules')

/** What a rule would have done with the conversations that were active last. Nothing is written. */
export const tryRule = (rule: RuleDraft) => send<RuleTrial>('POST', '/rules/try', { rule })

/** What a rule did, newest first. */
export const ruleLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['rule log', id],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ''
      return call<Page<RuleRun>>('GET', `/rules/${id}/runs${cursor}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })
