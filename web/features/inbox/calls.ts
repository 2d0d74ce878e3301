import { call, get, send } from '../../api/http.ts'
import type { CannedReply, Context, Conversation, Counts, Member, Message, Paging } from '../../api/types.ts'

/** What the inbox asks of the service, a function a call. */

export interface ListPage {
  data: Conversation[]
  paging: Paging
}

export function listConversations(query: string, cursor: string | null, signal?: AbortSignal): Promise<ListPage> {
  const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
  return call('GET', `/conversations?limit=40&${query}${more}`, undefined, signal)
}

export const getConversation = (id: string) => get<Conversation>(`/conversations/${encodeURIComponent(id)}`)
export const getCounts = () => get<Counts>('/conversations/counts')
export const getMembers = () => get<Member[]>('/members')
export const getTags = () => get<string[]>('/tags')
export const getCannedReplies = () => get<CannedReply[]>('/canned-replies')
export const getContext = (id: string) => get<Context>(`/conversations/${encodeURIComponent(id)}/context`)

export function listMessages(id: string, cursor: string | null) {
  const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
  return call<{ data: Message[]; revision: number; paging: Paging }>(
    'GET',
    `/conversations/${encodeURIComponent(id)}/messages?limit=50${more}`,
  )
}

const act = <T>(id: string, what: string, body?: object) =>
  send<T>('POST', `/conversations/${encodeURIComponent(id)}/${what}`, body)

export const setState = (id: string, status: 'open' | 'resolved') => act<Conversation>(id, 'state', { status })
export const assign = (id: string, memberId: string | null) => act<Conversation>(id, 'assign', { memberId })
export const markRead = (id: string) => act<Conversation>(id, 'read')
export const markUnread = (id: string) => act<Conversation>(id, 'unread')
export const setStarred = (id: string, isStarred: boolean) => act<Conversation>(id, 'star', { isStarred })
export const setBlocked = (id: string, isBlock: boolean) => act<Conversation>(id, 'block', { isBlock })
export const setAi = (id: string, isChatBot: boolean) => act<Conversation>(id, 'ai', { isChatBot })
export const addTag = (id: string, tag: string) => act<string[]>(id, 'tags', { tags: [tag] })
export const removeTag = (id: string, tag: string) =>
  send<string[]>('DELETE', `/conversations/${encodeURIComponent(id)}/tags/${encodeURIComponent(tag)}`)
export const postMessage = (
  id: string,
  message: { text: string; isNote: boolean; clientId: string; files: string[] },
) => act<Message>(id, 'messages', message)
export interface SentFile {
  id: string
  name: string
}

/** Sends a file's bytes; its id goes along with a message. */
export async function sendFile(file: File): Promise<SentFile> {
  const response = await fetch(`/api/chat/files?name=${encodeURIComponent(file.name.slice(0, 200))}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  if (!response?.ok) throw new Error(answer?.error?.message ?? 'The file could not be sent.')
  return answer.data as SentFile
}

export const editMessage = (id: string, messageId: string, text: string) =>
  send<Message>('PATCH', `/conversations/${encodeURIComponent(id)}/messages/${encodeURIComponent(messageId)}`, { text })
export const deleteMessage = (id: string, messageId: string) =>
  send<Message>('DELETE', `/conversations/${encodeURIComponent(id)}/messages/${encodeURIComponent(messageId)}`)
export const deleteConversation = (id: string) =>
  send<{ id: string }>('DELETE', `/conversations/${encodeURIComponent(id)}`)
export const addNote = (id: string, text: string) => act<{ id: string; text: string }>(id, 'notes', { text })
export const removeNote = (id: string, noteId: string) =>
  send('DELETE', `/conversations/${encodeURIComponent(id)}/notes/${encodeURIComponent(noteId)}`)
export const setAttribute = (id: string, name: string, value: string) => act(id, 'attributes', { name, value })
export const removeAttribute = (id: string, attributeId: string) =>
  send('DELETE', `/conversations/${encodeURIComponent(id)}/attributes/${encodeURIComponent(attributeId)}`)
