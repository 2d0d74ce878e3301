import { queryOptions, useQuery } from '@tanstack/react-query'
import { pathOf as conversationPath } from './conversations.ts'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { Conversation, ConversationMergeLine, MergeLine, MergePreviewLine, Merges } from './records.ts'

/** Two contacts who are one person, and two conversations about one thing: looked at, merged, and parted again. */

const pathOf = (customerUuid: string) => `/customers/${encodeURIComponent(customerUuid)}/merge`

export const mergePreviewQuery = (into: string, from: string) =>
  queryOptions({
    queryKey: ['merge', into, from],
    queryFn: ({ signal }) => get<MergePreviewLine>(`${pathOf(into)}?from=${encodeURIComponent(from)}`, signal),
  })

export const mergeContacts = (into: string, from: string) =>
  changing(send<MergeLine>('POST', pathOf(into), { from }), 'context')
export const undoMerge = (id: string) => changing(send('POST', `/merges/${encodeURIComponent(id)}/undo`), 'context')

/** How a conversation was merged; nothing is asked for where it was not. */
export function useMerges({ id, mergedInto, mergedCount = 0 }: Conversation): Merges | undefined {
  return useQuery({
    queryKey: ['merges', id, mergedInto, mergedCount],
    queryFn: ({ signal }) => get<Merges>(`${conversationPath(id)}/merges`, signal),
    enabled: mergedInto !== undefined || mergedCount > 0,
  }).data
}

export const mergeConversations = (from: string, into: string) =>
  changing(send<ConversationMergeLine>('POST', `${conversationPath(from)}/merge`, { into }), 'context')
export const undoConversationMerge = (id: string) =>
  changing(send('POST', `/conversation-merges/${encodeURIComponent(id)}/undo`), 'context')
