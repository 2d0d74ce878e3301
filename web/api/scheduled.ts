import { queryOptions, useQuery } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { Along, OriginalWords, ReplyRecipients, ScheduledLine, TemplateChoice } from './records.ts'

/** Replies of a conversation that are to be sent later. */

const scheduledQuery = (id: string) =>
  queryOptions({
    queryKey: ['scheduled', id],
    queryFn: ({ signal }) => get<ScheduledLine[]>(`${pathOf(id)}/scheduled`, signal),
  })
const NONE: ScheduledLine[] = []
export function useScheduled(id: string) {
  const { data = NONE, isLoadingError, refetch } = useQuery(scheduledQuery(id))
  return { scheduled: data, hasFailed: isLoadingError, loadAgain: refetch }
}

/** What its author chooses of it. */
export interface ScheduledChoice {
  text: string
  sendAt: string
  cancelsOnReply: boolean
  /** Ids of all files that go with it. */
  files: string[]
}

/** With what is done when it is sent. */
type NewScheduled = ScheduledChoice & {
  replyActions?: Along
  email?: ReplyRecipients
  original?: OriginalWords
  isFormatted?: boolean
  cards?: ScheduledLine['cards']
  template?: TemplateChoice
}

const one = (id: string, scheduledId: string) => `${pathOf(id)}/scheduled/${encodeURIComponent(scheduledId)}`
export const scheduleReply = (id: string, choice: NewScheduled) =>
  changing(send<ScheduledLine>('POST', `${pathOf(id)}/scheduled`, choice), 'scheduled', id)
export const editScheduled = (id: string, scheduledId: string, choice: NewScheduled) =>
  changing(send<ScheduledLine>('PATCH', one(id, scheduledId), choice), 'scheduled', id)
export const cancelScheduled = (id: string, scheduledId: string) =>
  changing(send('DELETE', one(id, scheduledId)), 'scheduled', id)
export const sendScheduledNow = (id: string, scheduledId: string) =>
  changing(send('POST', `${one(id, scheduledId)}/send`), 'scheduled', id)
