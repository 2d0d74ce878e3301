import { queryOptions, useQuery } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { get, send } from './http.ts'
import { changing, KEPT, queries } from './queries.ts'
import type { Context, DataRequest } from './records.ts'

/** What stands beside a conversation: its contact, and the team's tags, checklist notes and attributes. */

const TEN_MINUTES_MS = 10 * 60_000

/** Shown at once when a conversation is opened again, and loaded again meanwhile. Another contact is another context. */
export const contextQuery = (id: string, contactId: string | null) =>
  queryOptions({
    queryKey: ['context', id, contactId],
    queryFn: ({ signal }) => get<Context>(`${pathOf(id)}/context`, signal),
    gcTime: TEN_MINUTES_MS,
  })

export const addChecklistNote = (id: string, text: string) =>
  changing(send('POST', `${pathOf(id)}/notes`, { text }), 'context', id)
export const removeChecklistNote = (id: string, noteId: string) =>
  changing(send('DELETE', `${pathOf(id)}/notes/${encodeURIComponent(noteId)}`), 'context', id)
export const setAttribute = (id: string, name: string, value: string) =>
  changing(send('POST', `${pathOf(id)}/attributes`, { name, value }), 'context', id)
export const removeAttribute = (id: string, attributeId: string) =>
  changing(send('DELETE', `${pathOf(id)}/attributes/${encodeURIComponent(attributeId)}`), 'context', id)

/** What a contact may ask of the store by law. */
export const redactContact = (id: string) => send('POST', `/customers/${encodeURIComponent(id)}/redact`, { orders: [] })
export const requestContactData = (id: string) =>
  send<DataRequest>('POST', `/customers/${encodeURIComponent(id)}/data-request`)

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => get<string[]>('/tags', signal),
  ...KEPT,
})
const NONE: string[] = []
/** As the service orders them (base/text.ts). */
const COLLATOR = new Intl.Collator('en')
export const useTags = () => useQuery(tagsQuery).data ?? NONE
/** A tag that was just put on for the first time. */
export const noteTag = (tag: string) =>
  queries.setQueryData(tagsQuery.queryKey, (tags = NONE) =>
    tags.includes(tag) ? tags : [...tags, tag].sort(COLLATOR.compare),
  )

/** Puts a tag into the store's catalog. */
export const makeTag = (name: string) => changing(send<string[]>('POST', '/tags', { name }), 'tags')

export const addTag = (id: string, tag: string) => send<string[]>('POST', `${pathOf(id)}/tags`, { tags: [tag] })
export const removeTag = (id: string, tag: string) =>
  send<string[]>('DELETE', `${pathOf(id)}/tags/${encodeURIComponent(tag)}`)
