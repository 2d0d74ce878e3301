import { queryOptions, useQuery } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { KEPT, queries } from './queries.ts'
import type { MailChoice, Notification } from './records.ts'

/** What the member was told of: mentions, and conversations that others gave them. */

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => get<Notification[]>('/notifications', signal),
  ...KEPT,
})
const NONE: Notification[] = []
export const useNotifications = () => useQuery(notificationsQuery).data ?? NONE
export const knownNotifications = () => queries.getQueryData(notificationsQuery.queryKey)

/** All of them, or those of one conversation. The socket then says that they are to be read again. */
export const markNotificationsRead = (conversationId?: string) =>
  send('POST', '/notifications/read', conversationId === undefined ? {} : { conversationId })

/** What of it goes out by mail. */
export const mailChoiceQuery = queryOptions({
  queryKey: ['mail-choice'],
  queryFn: ({ signal }) => get<MailChoice>('/notifications/mail', signal),
})
export const changeMailChoice = async (choice: Omit<MailChoice, 'isMailed'>) =>
  queries.setQueryData(mailChoiceQuery.queryKey, await send<MailChoice>('PUT', '/notifications/mail', choice))
