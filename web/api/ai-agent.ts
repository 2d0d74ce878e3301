import { queryOptions } from '@tanstack/react-query'
import { listConversations, pathOf } from './conversations.ts'
import { call, get, send } from './http.ts'
import { changing } from './queries.ts'
import type { AiTrace, AiTrial, CustomerAnswer, Rewriting, TypedSuggestion, UnansweredQuestion } from './records.ts'

/** What the AI agent did and why, and what it would do; nothing of it writes but a question of the playground. */

/** What it decided in a conversation, oldest first. `said`: how much it has said there, so that more brings more. */
export const tracesQuery = (id: string, said: number) =>
  queryOptions({
    queryKey: ['ai-traces', id, said],
    queryFn: ({ signal }) => get<AiTrace[]>(`${pathOf(id)}/ai`, signal),
    enabled: said > 0,
    // What was known of this conversation stays until the rest is here.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  })

export const askInPlayground = (text: string, conversationId: string | undefined) =>
  send<{ conversationId: string }>('POST', '/ai/playground', { text, ...(conversationId ? { conversationId } : {}) })

/** What it would answer now; null where the customer has said nothing. */
export const suggestReply = (id: string) => send<AiTrial | null>('POST', `${pathOf(id)}/suggestion`)

/** Sentences of articles that fit the sentence which a member is typing. A failed request is not retried: the next key asks again. */
export const typedSuggestionsQuery = (id: string, text: string) =>
  queryOptions({
    queryKey: ['typed-suggestions', id, text],
    queryFn: async ({ signal }) =>
      (await call<{ data: TypedSuggestion[] }>('POST', `${pathOf(id)}/typed-suggestions`, { text }, signal)).data,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })

/** A draft in other words. */
export const rewriteDraft = async (text: string, how: Rewriting) =>
  (await send<{ text: string }>('POST', '/ai/rewrite', { text, how })).text

/** What the store's records say about a question. */
export const askAboutCustomer = (id: string, question: string) =>
  send<CustomerAnswer>('POST', `${pathOf(id)}/questions`, { question })

export const summarise = async (id: string) => (await send<{ text: string }>('POST', `${pathOf(id)}/summary`)).text

export const replayQuery = (id: string) =>
  queryOptions({ queryKey: ['ai-replay', id], queryFn: () => send<AiTrial[]>('POST', `${pathOf(id)}/replay`) })

/** The conversations that were active last, to choose one to replay. */
export const recentQuery = queryOptions({
  queryKey: ['ai-recent'],
  queryFn: async () => (await listConversations('', null)).data,
})

/** Takes a question, and those much like it, off the list of what was not answered, or puts them back. */
export const settleQuestion = (id: string, isSettled: boolean) =>
  changing(send(isSettled ? 'PUT' : 'DELETE', `/ai/unanswered/${id}/settled`), 'ai-unanswered')

export const unansweredQuery = queryOptions({
  queryKey: ['ai-unanswered'],
  queryFn: ({ signal }) => get<UnansweredQuestion[]>('/ai/unanswered', signal),
})
