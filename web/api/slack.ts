import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { SlackSettings } from './records.ts'

/** The channel in Slack where customers’ messages are posted. */

export const slackQuery = queryOptions({
  queryKey: ['slack'],
  queryFn: ({ signal }) => get<SlackSettings>('/slack', signal),
})
export const connectSlack = (setup: { token: string; signingSecret: string; channelId: string }) =>
  changing(send('PUT', '/slack', setup), 'slack')
export const disconnectSlack = () => changing(send('DELETE', '/slack'), 'slack')
