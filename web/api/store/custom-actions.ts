import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pathOf } from '../conversations.ts'
import { call, get, send } from '../http.ts'
import { changing } from '../queries.ts'
import type { ActionTest, CustomAction, LoggedRun, Page, RunLine, RunnableAction } from '../records.ts'

/** HTTP actions of the store's own. */

export const actionsQuery = queryOptions({
  queryKey: ['custom-actions'],
  queryFn: ({ signal }) => get<CustomAction[]>('/custom-actions', signal),
})

export type ActionWords = Omit<CustomAction, 'id' | 'createdAt' | 'updatedAt'> & { secret?: string }
export const addAction = (words: ActionWords) => changing(send('POST', '/custom-actions', words), 'custom-actions')
export const changeAction = (id: string, words: Partial<ActionWords>) =>
  changing(send('PATCH', `/custom-actions/${id}`, words), 'custom-actions')
export const deleteAction = (id: string) => changing(send('DELETE', `/custom-actions/${id}`), 'custom-actions')

export type ActionValues = Record<string, string | number | boolean>

/** Calls the address now, with made-up ids, and waits for the answer. */
export const testAction = (id: string, values: ActionValues, facts: Record<string, string>) =>
  send<ActionTest>('POST', `/custom-actions/${id}/test`, { values, facts })

/** Runs of an action, newest first. */
export const actionLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['action log', id],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ''
      return call<Page<LoggedRun>>('GET', `/custom-actions/${id}/runs${cursor}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })

/** Actions that a member can run in a conversation. */
export const runnableActionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['runnable actions', id],
    queryFn: ({ signal }) => get<RunnableAction[]>(`${pathOf(id)}/custom-actions`, signal),
  })

/** Runs an action in a conversation; the same `id` again runs nothing. */
export const runAction = (
  conversationId: string,
  actionId: string,
  run: { id: string; values: ActionValues; orderNumber: string | null },
) => send<RunLine>('POST', `${pathOf(conversationId)}/custom-actions/${actionId}/runs`, run)
