import { queryOptions } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { call, get, send } from './http.ts'
import type {
  Availability,
  CardOffer,
  Message,
  MessagePage,
  Original,
  OriginalWords,
  ReplyRecipients,
  SentFile,
} from './records.ts'
import { storeHeaders, withStore } from './tab-store.ts'

/** Messages of a conversation, and the files that go with them. */

const PAGE = 50

export function listMessages(id: string, cursor: string | null): Promise<MessagePage> {
  const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
  return call('GET', `${pathOf(id)}/messages?limit=${PAGE}${more}`)
}
export const postMessage = (
  id: string,
  message: {
    text: string
    isNote: boolean
    /** The text has marks (decision 120). */
    isFormatted: boolean
    clientId: string
    files: string[]
    replyActions?: object
    email?: ReplyRecipients
    original?: OriginalWords
    cards?: { kind: CardOffer['kind']; id: string }[]
  },
) => send<Message>('POST', `${pathOf(id)}/messages`, message)
export const forwardMessage = (
  id: string,
  messageId: string,
  forward: { text: string; email: ReplyRecipients; clientId: string },
) => send<Message>('POST', `${pathOf(id)}/messages/${encodeURIComponent(messageId)}/forward`, forward)
export const editMessage = (id: string, messageId: string, words: { text: string; isFormatted: boolean }) =>
  send<Message>('PATCH', `${pathOf(id)}/messages/${encodeURIComponent(messageId)}`, words)
export const deleteMessage = (id: string, messageId: string) =>
  send<Message>('DELETE', `${pathOf(id)}/messages/${encodeURIComponent(messageId)}`)

/** Whether the conversation's channel takes replies. The contact's next message may change it. */
export const availabilityQuery = (id: string) =>
  queryOptions({
    queryKey: ['availability', id],
    queryFn: ({ signal }) => get<Availability>(`${pathOf(id)}/availability`, signal),
  })

/** Sends a file's bytes; its id goes along with a message. */
export async function sendFile(file: File): Promise<SentFile> {
  const response = await fetch(`/api/chat/files?name=${encodeURIComponent(file.name.slice(0, 200))}`, {
    method: 'POST',
    headers: { ...storeHeaders(), 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  if (!response?.ok) throw new Error(answer?.error?.message ?? 'The file could not be sent.')
  return answer.data as SentFile
}

/** Sends a message again that did not arrive. */
export const sendAgain = (id: string, messageId: string) =>
  send<Message>('POST', `${pathOf(id)}/messages/${encodeURIComponent(messageId)}/send-again`)
export const originalQuery = (id: string, messageId: string) =>
  queryOptions({
    queryKey: ['original', id, messageId],
    queryFn: ({ signal }) => get<Original>(`${pathOf(id)}/messages/${encodeURIComponent(messageId)}/original`, signal),
  })

/** Address of a page with the original, for a frame without rights. */
export const originalPage = (id: string, messageId: string) =>
  withStore(`/api/chat${pathOf(id)}/messages/${encodeURIComponent(messageId)}/original.html`)
