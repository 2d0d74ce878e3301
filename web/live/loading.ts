import { cannedRepliesQuery } from '../api/canned-replies.ts'
import { getConversation, getCounts, LIST_PAGE, listConversations } from '../api/conversations.ts'
import { tagsQuery } from '../api/details.ts'
import { listMessages } from '../api/messages.ts'
import { queries } from '../api/queries.ts'
import type { Conversation } from '../api/records.ts'
import { getViewCounts } from '../api/saved-views.ts'
import { membersQuery } from '../api/team/team.ts'
import { teamsQuery } from '../api/team/teams.ts'
import { currentParts } from '../base/router.ts'
import { dropConversation, notOlder, place, takeAnswers } from './lists.ts'
import { takeMessages } from './messages.ts'
import { withPatches } from './optimistic-updates.ts'
import { EMPTY_LIST, inbox, myId, patchList, patchMessages } from './state.ts'
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
  else if (view.isAsked) void fill(key)
}

/** Pages of a segment may be short: the visible list is filled with one page's worth, if there is as much. */
async function fill(key: string): Promise<void> {
  const { ids, nextCursor, error } = inbox.get().lists[key] ?? EMPTY_LIST
  if (nextCursor && !error && ids.length < LIST_PAGE && currentParts()[0] === key) await loadList(key, 'more')
}

/** Changes are asked about together, this far apart. */
const ASK_MS = 500
const toAsk = new Set<string>()

/** Asks about conversations that changed, where the list on screen is one that the service alone can judge. */
export function askAbout(records: Conversation[]): void {
  const view = viewOf(currentParts()[0] ?? '')
  if (!view?.isAsked) return
  if (toAsk.size === 0) setTimeout(() => void ask(), ASK_MS)
  for (const one of records) if (view.includes(one, myId())) toAsk.add(one.id)
}

async function ask(): Promise<void> {
  const ids = [...toAsk]
  toAsk.clear()
  const key = currentParts()[0] ?? ''
  const view = viewOf(key)
  if (!view?.isAsked) return
  for (let from = 0; from < ids.length; from += LIST_PAGE) {
    const some = ids.slice(from, from + LIST_PAGE)
    const named = some.map((id) => `&id=${encodeURIComponent(id)}`).join('')
    const page = await listConversations(`${view.query}${named}`, null).catch(() => null)
    const { conversations, lists } = inbox.get()
    const list = lists[key]
    if (!page || !list?.isKnown) return
    const belonging = new Set(page.data.map(({ id }) => id))
    const records = some.flatMap((id) => conversations[id] ?? [])
    const includes = (one: Conversation) => belonging.has(one.id) && view.includes(one, myId())
    patchList(key, { ids: place(list, records, conversations, includes, view.order) })
  }
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
