import { cannedRepliesQuery } from '../api/canned-replies.ts'
import { getConversation, getCounts, listConversations } from '../api/conversations.ts'
import { tagsQuery } from '../api/details.ts'
import { listMessages } from '../api/messages.ts'
import { queries } from '../api/queries.ts'
import { getViewCounts } from '../api/saved-views.ts'
import { membersQuery } from '../api/team/team.ts'
import { teamsQuery } from '../api/team/teams.ts'
import { dropConversation, notOlder, takeAnswers } from './lists.ts'
import { takeMessages } from './messages.ts'
import { withPatches } from './patches.ts'
import { EMPTY_LIST, inbox, patchList, patchMessages } from './state.ts'
import { viewOf } from './views.ts'

/** Pages of lists and messages. What is shown stays until the answer is here. */

/** Lists whose first page was asked for while a page was on its way, which may be older than the reason to ask. */
const again = new Set<string>()

/** The first page of a view again, or the next one. */
export async function loadList(key: string, which: 'first' | 'more'): Promise<void> {
  const view = viewOf(key)
  const list = inbox.get().lists[key] ?? EMPTY_LIST
  if (list.isLoading && which === 'first') again.add(key)
  if (!view || list.isLoading || (which === 'more' && !list.nextCursor)) return
  patchList(key, { isLoading: true, error: null })
  try {
    const page = await listConversations(view.query, which === 'more' ? list.nextCursor : null)
    inbox.set(({ conversations }) => ({
      conversations: {
        ...conversations,
        ...Object.fromEntries(notOlder(page.data).map((one) => [one.id, withPatches(one)])),
      },
    }))
    const ids = page.data.map(({ id }) => id)
    const before = inbox.get().lists[key]?.ids ?? []
    patchList(key, {
      ids: which === 'more' ? [...before.filter((id) => !ids.includes(id)), ...ids] : ids,
      nextCursor: page.paging.nextCursor,
      isLoading: false,
      isKnown: true,
    })
  } catch (error) {
    patchList(key, { isLoading: false, error: (error as Error).message })
  }
  if (again.delete(key)) void loadList(key, 'first')
}

export async function loadMessages(id: string, which: 'newest' | 'older'): Promise<void> {
  const state = inbox.get().messages[id]
  if (state?.isLoading || (which === 'older' && !state?.nextCursor)) return
  patchMessages(id, { isLoading: true, error: null })
  try {
    const page = await listMessages(id, which === 'older' ? (state?.nextCursor ?? null) : null)
    const known = inbox.get().messages[id]
    // The newest page again, where older ones are loaded: those stay, and go on from where they were.
    const nextCursor = which === 'newest' && known?.isKnown ? known.nextCursor : page.paging.nextCursor
    const revision = which === 'newest' ? page.revision : 0
    takeMessages(id, page.data, { isLoading: false, isKnown: true, nextCursor, revision })
  } catch (error) {
    patchMessages(id, { isLoading: false, error: (error as Error).message })
  }
}

/** Loads a conversation; returns its id, which may be another than the one it was asked by. Failures are kept as `missing`. */
export async function loadConversation(id: string): Promise<string> {
  try {
    const record = await getConversation(id)
    inbox.set(({ missing: { [id]: _, ...missing } }) => ({ missing }))
    takeAnswers([record])
    return record.id
  } catch (error) {
    const { message, status } = error as Error & { status?: number }
    const { conversations, missing: known } = inbox.get()
    if (status === 404 && conversations[id]) dropConversation(id)
    else if (!known[id]?.isFinal)
      inbox.set(({ missing }) => ({ missing: { ...missing, [id]: { reason: message, isFinal: status === 404 } } }))
    return id
  }
}

let countsDue: ReturnType<typeof setTimeout> | undefined
/** Soon, and once for many changes. */
export function loadCounts(inMs = 0): void {
  if (countsDue) return
  countsDue = setTimeout(() => {
    countsDue = undefined
    getCounts().then(
      (counts) => inbox.set({ counts }),
      () => {},
    )
    if (inbox.get().views.some(({ filters }) => filters.status === 'open')) void loadViewCounts()
  }, inMs)
}

async function loadViewCounts(): Promise<void> {
  const viewCounts = await getViewCounts().catch(() => null)
  if (viewCounts) inbox.set({ viewCounts })
}

/** What every view needs, as it is when the inbox opens. */
export function loadShared(): void {
  loadCounts()
  void queries.prefetchQuery({ ...membersQuery, staleTime: 0 })
  void queries.prefetchQuery({ ...teamsQuery, staleTime: 0 })
  void queries.prefetchQuery({ ...tagsQuery, staleTime: 0 })
  void queries.prefetchQuery({ ...cannedRepliesQuery, staleTime: 0 })
}
