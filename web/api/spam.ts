import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing } from './queries.ts'

/** Senders whose new conversations are spam. */

export const spamSendersQuery = queryOptions({
  queryKey: ['spam senders'],
  queryFn: ({ signal }) => get<{ sender: string; createdAt: string }[]>('/spam-senders', signal),
})
export const addSpamSender = (sender: string) => changing(send('POST', '/spam-senders', { sender }), 'spam senders')
export const removeSpamSender = (sender: string) =>
  changing(send('DELETE', `/spam-senders/${encodeURIComponent(sender)}`), 'spam senders')
