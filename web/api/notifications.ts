import { queryOptions, useQuery } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { KEPT, queries } from './queries.ts'
import type { MailChoice, Notification, PushState } from './records.ts'

/** Notifications of the member: mentions, and conversations that others gave them. */

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => get<Notification[]>('/notifications', signal),
  ...KEPT,
})
const NONE: Notification[] = []
export const useNotifications = () => useQuery(notificationsQuery).data ?? NONE
export const knownNotifications = () => queries.getQueryData(notificationsQuery.queryKey)

/** The member's notifications in another store than the tab's. */
export const notificationsOf = (shopId: string) =>
  queryOptions({
    queryKey: ['notifications of', shopId],
    queryFn: ({ signal }) => get<Notification[]>('/notifications', signal, shopId),
  })
export const markReadOf = (shopId: string) => send('POST', '/notifications/read', {}, shopId)

/** All of them, or those of one conversation. The socket then says that they are to be read again. */
export const markNotificationsRead = (conversationId?: string) =>
  send('POST', '/notifications/read', conversationId === undefined ? {} : { conversationId })

/** What of it goes out to who is away, by mail and on browsers. */
export const mailChoiceQuery = queryOptions({
  queryKey: ['mail-choice'],
  queryFn: ({ signal }) => get<MailChoice>('/notifications/mail', signal),
})
export const changeMailChoice = async (choice: Omit<MailChoice, 'isMailed'>) =>
  queries.setQueryData(mailChoiceQuery.queryKey, await send<MailChoice>('PUT', '/notifications/mail', choice))

/** Browsers in which the member is notified while no page of the inbox is open. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => get<PushState>('/push', signal),
})
const keepPush = (state: PushState) => queries.setQueryData(pushQuery.queryKey, state)
export const addPushBrowser = async (address: { endpoint: string; p256dh: string; auth: string }) =>
  keepPush(await send<PushState>('PUT', '/push/browser', address))
/** For another store than the tab's. */
export const addPushBrowserOf = (shopId: string, address: { endpoint: string; p256dh: string; auth: string }) =>
  send('PUT', '/push/browser', address, shopId)
export const removePushBrowser = async (id: string) =>
  keepPush(await send<PushState>('DELETE', `/push/browsers/${encodeURIComponent(id)}`))
export const changePushRules = async (rules: Pick<PushState, 'hidesText'>) =>
  keepPush(await send<PushState>('PUT', '/push/rules', rules))
