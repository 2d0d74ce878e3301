import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { call, get, send } from './http.ts'
import { changing, KEPT, queries, reload } from './queries.ts'
import type {
  ContactCount,
  Context,
  Conversation,
  MemberContact,
  NamedSegment,
  Page,
  Segment,
  SegmentCondition,
  SegmentDraft,
  SegmentTrial,
} from './records.ts'

/** Contacts, and the segments that group them. */

const segmentsQuery = queryOptions({
  queryKey: ['segments'],
  queryFn: ({ signal }) => get<Segment[]>('/segments', signal),
  ...KEPT,
})
const NONE: Segment[] = []
export const useSegments = () => useQuery(segmentsQuery).data ?? NONE
export const knownSegments = () => queries.getQueryData(segmentsQuery.queryKey) ?? NONE

/** What the frame `segments` makes load again, too. */
export const reloadSegments = () => Promise.all([reload('segments'), reload('contacts'), reload('context')])

export const addSegment = (segment: SegmentDraft) => changing(send<Segment>('POST', '/segments', segment), 'segments')
export const changeSegment = (id: string, change: Partial<SegmentDraft>) =>
  changing(send<Segment>('PATCH', `/segments/${id}`, change), 'segments')
export const removeSegment = (id: string) => changing(send('DELETE', `/segments/${id}`), 'segments')

/** How many contacts a segment has. */
export const segmentCountQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'count', id],
    queryFn: ({ signal }) => get<ContactCount>(`/segments/${encodeURIComponent(id)}/count`, signal),
  })

/** Contacts that meet conditions which are not saved yet. */
export const segmentTrialQuery = (conditions: SegmentCondition[]) =>
  queryOptions({
    queryKey: ['contacts', 'trial', JSON.stringify(conditions)],
    queryFn: () => send<SegmentTrial>('POST', '/segments/try', { conditions }),
  })

/** Contacts on a page of the list. */
export const CONTACTS_PAGE = 50

/** All contacts (null), or a segment's; with words those whose name or address begins so. */
export const contactsQuery = (segment: string | null, q: string) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'list', segment, q],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(CONTACTS_PAGE) })
      if (segment !== null) query.set('segment', segment)
      if (q !== '') query.set('q', q)
      if (pageParam !== null) query.set('cursor', pageParam)
      return call<Page<MemberContact>>('GET', `/contacts?${query}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.nextCursor,
  })

const pathOf = (id: string) => `/customers/${encodeURIComponent(id)}`
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: ({ signal }) => get<NonNullable<Context['contact']>>(pathOf(id), signal),
  })
export const contactSegmentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'segments', id],
    queryFn: ({ signal }) => get<NamedSegment[]>(`/contacts/${encodeURIComponent(id)}/segments`, signal),
  })
export const contactConversationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'conversations', id],
    queryFn: ({ signal }) => get<Conversation[]>(`${pathOf(id)}/conversations`, signal),
  })
