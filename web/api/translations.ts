import { queryOptions } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { get, send } from './http.ts'
import type { MessageTranslation, Translation } from './records.ts'

/** Translations of messages into the member's language, and of drafts into the customer's. */

export const translationQuery = (id: string) =>
  queryOptions({
    queryKey: ['translation', id],
    queryFn: ({ signal }) => get<Translation>(`${pathOf(id)}/translation`, signal),
  })
export const setAlways = (id: string, always: boolean) =>
  send<Translation>('PUT', `${pathOf(id)}/translation`, { always })
export const translateMessages = (id: string, messageIds: string[], language: string) =>
  send<MessageTranslation[]>('POST', `${pathOf(id)}/translations`, { messageIds, language })
export const translateReply = (id: string, text: string, language: string) =>
  send<{ text: string; to: string }>('POST', `${pathOf(id)}/translations/reply`, { text, language })
