import { queryOptions, useQuery } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing, KEPT } from './queries.ts'
import type { CannedReply, SentFile } from './records.ts'

/** Texts behind shortcuts, with what is done along with them: the store's, and one's own. */

/** A reply as it is saved: its files by their ids. */
export type CannedReplyWords = Pick<CannedReply, 'shortcut' | 'text' | 'isShared' | 'actions'> & { files: string[] }

export const cannedRepliesQuery = queryOptions({
  queryKey: ['canned replies'],
  queryFn: ({ signal }) => get<CannedReply[]>('/canned-replies', signal),
  ...KEPT,
})
const NONE: CannedReply[] = []
export const useCannedReplies = () => useQuery(cannedRepliesQuery).data ?? NONE

export const addCannedReply = (reply: CannedReplyWords) =>
  changing(send('POST', '/canned-replies', reply), 'canned replies')
export const changeCannedReply = (id: string, reply: CannedReplyWords) =>
  changing(send('PATCH', `/canned-replies/${id}`, reply), 'canned replies')
export const removeCannedReply = (id: string) => changing(send('DELETE', `/canned-replies/${id}`), 'canned replies')
/** Copies of a reply's files, to be sent with one message. */
export const copyCannedReplyFiles = (id: string) => send<SentFile[]>('POST', `/canned-replies/${id}/files`)
