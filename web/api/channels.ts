import { queryOptions } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { call, get, send } from './http.ts'
import { changing } from './queries.ts'
import type { ChannelAccount, ChannelCheck, ChannelList, InboundSecret, Message, Original } from './records.ts'

/** Accounts at channels, and what they did with messages. */

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call<ChannelList>('GET', '/channels', undefined, signal),
})

export interface NewChannel {
  channel: string
  name?: string
  address?: string
  smtp?: { url: string }
  imap?: { url: string }
  externalId?: string
  accessToken?: string
}
export const connectChannel = (account: NewChannel) =>
  changing(send<ChannelAccount>('POST', '/channels', account), 'channels')
export const checkChannel = (id: string) => changing(send<ChannelCheck[]>('POST', `/channels/${id}/check`), 'channels')
export const removeChannel = (id: string) => changing(send('DELETE', `/channels/${id}`), 'channels')
export const makeInboundSecret = (id: string) => send<InboundSecret>('POST', `/channels/${id}/inbound-secret`)

export const sendAgain = (id: string, messageId: string) =>
  send<Message>('POST', `${pathOf(id)}/messages/${encodeURIComponent(messageId)}/send-again`)
export const originalQuery = (id: string, messageId: string) =>
  queryOptions({
    queryKey: ['original', id, messageId],
    queryFn: ({ signal }) => get<Original>(`${pathOf(id)}/messages/${encodeURIComponent(messageId)}/original`, signal),
  })

/** The same as a page, for a frame without rights. */
export const originalPage = (id: string, messageId: string) =>
  `/api/chat${pathOf(id)}/messages/${encodeURIComponent(messageId)}/original.html`
