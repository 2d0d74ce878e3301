import { call, get, send } from './http.ts'
import type { Conversation, Counts, Page, Priority } from './records.ts'

/** Conversations: lists, and what members do to one. Live: the store in ../live keeps the answers. */

/** Conversations on a page of a list. */
export const LIST_PAGE = 40
export const pathOf = (id: string) => `/conversations/${encodeURIComponent(id)}`

export function listConversations(query: string, cursor: string | null): Promise<Page<Conversation>> {
  const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
  return call('GET', `/conversations?limit=${LIST_PAGE}&${query}${more}`)
}
export const getConversation = (id: string) => get<Conversation>(pathOf(id))
export const getCounts = () => get<Counts>('/conversations/counts')

const act = (id: string, what: string, body?: object) => send<Conversation>('POST', `${pathOf(id)}/${what}`, body)

export const setState = (id: string, status: 'open' | 'resolved') => act(id, 'state', { status })
export const assign = (id: string, memberId: string | null) => act(id, 'assign', { memberId })
export const giveToTeam = (id: string, team: string | null) => act(id, 'team', { team })
/** `until`: ISO 8601; null ends it. */
export const setSnoozed = (id: string, until: string | null) => act(id, 'snooze', { until })
export const setPriority = (id: string, priority: Priority) => act(id, 'priority', { priority })
export const markRead = (id: string) => act(id, 'read')
export const markUnread = (id: string) => act(id, 'unread')
export const setSpam = (id: string, isSpam: boolean) => act(id, 'spam', { isSpam })
export const setStarred = (id: string, isStarred: boolean) => act(id, 'star', { isStarred })
export const setBlocked = (id: string, isBlock: boolean) => act(id, 'block', { isBlock })
export const setAiAgent = (id: string, isChatBot: boolean) => act(id, 'ai', { isChatBot })
export const deleteConversation = (id: string) => send<{ id: string }>('DELETE', pathOf(id))
