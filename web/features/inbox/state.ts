import type { LiveState } from '../../api/socket.ts'
import { createStore } from '../../api/store.ts'
import type { CannedReply, Conversation, Counts, Me, Member, Message } from '../../api/types.ts'
import { byActivity, type View } from './views.ts'

export interface ListState {
  ids: string[]
  nextCursor: string | null
  isLoading: boolean
  /** Whether the first page has ever come. */
  isKnown: boolean
  error: string | null
}

/** A message that is on its way, or did not get there. */
export interface Pending {
  clientId: string
  text: string
  isNote: boolean
  files: { id: string; name: string }[]
  createdAt: string
  error: string | null
}

export interface ThreadState {
  /** By id; shown by position. */
  messages: Message[]
  nextCursor: string | null
  revision: number
  isLoading: boolean
  isKnown: boolean
  error: string | null
}

export interface InboxState {
  me: Me
  conversations: Record<string, Conversation>
  lists: Record<string, ListState>
  threads: Record<string, ThreadState>
  pending: Record<string, Pending[]>
  counts: Counts | null
  members: Member[]
  tags: string[]
  canned: CannedReply[]
  selected: string[]
  live: LiveState
  team: string[]
  viewers: Record<string, string[]>
  typing: Record<string, { name: string; from: 'customer' | 'member'; memberId: string | null; until: number }[]>
}

export const EMPTY_LIST: ListState = { ids: [], nextCursor: null, isLoading: false, isKnown: false, error: null }
export const EMPTY_THREAD: ThreadState = {
  messages: [],
  nextCursor: null,
  revision: 0,
  isLoading: false,
  isKnown: false,
  error: null,
}

export const inbox = createStore<InboxState>({
  me: null as unknown as Me, // set before anything of the inbox is drawn
  conversations: {},
  lists: {},
  threads: {},
  pending: {},
  counts: null,
  members: [],
  tags: [],
  canned: [],
  selected: [],
  live: 'connecting',
  team: [],
  viewers: {},
  typing: {},
})

export const myId = () => inbox.get().me.member.id

/** Takes conversations as they are now, and puts each where it belongs in every list that is loaded. */
export function takeConversations(records: Conversation[], viewOf: (key: string) => View | undefined): void {
  if (records.length === 0) return
  const { conversations, lists } = inbox.get()
  const next = { ...conversations }
  for (const record of records) next[record.id] = record
  const placed: Record<string, ListState> = { ...lists }
  for (const [key, list] of Object.entries(lists)) {
    const view = viewOf(key)
    if (!view || !list.isKnown || view.key === 'playground') continue
    const ids = place(list, records, next, (one) => view.includes(one, myId()))
    if (ids !== list.ids) placed[key] = { ...list, ids }
  }
  inbox.set({ conversations: next, lists: placed })
}

function place(
  list: ListState,
  records: Conversation[],
  all: Record<string, Conversation>,
  includes: (one: Conversation) => boolean,
): string[] {
  const last = all[list.ids.at(-1) ?? '']
  let ids = list.ids
  let isSorted = true
  for (const record of records) {
    const isThere = ids.includes(record.id)
    // What belongs behind the part that is loaded comes when that is.
    const isInReach = list.nextCursor === null || !last || byActivity(record, last) <= 0
    const belongs = includes(record) && (isThere || isInReach)
    if (!belongs && isThere) ids = ids.filter((id) => id !== record.id)
    else if (belongs) {
      if (!isThere) ids = [...ids, record.id]
      isSorted = false
    }
  }
  if (isSorted) return ids
  const sorted = [...ids].sort((a, b) => byActivity(all[a] as Conversation, all[b] as Conversation))
  return sorted.length === list.ids.length && sorted.every((id, i) => id === list.ids[i]) ? list.ids : sorted
}

export function dropConversation(id: string): void {
  inbox.set(({ conversations, lists, threads, selected }) => {
    const { [id]: _, ...rest } = conversations
    const { [id]: __, ...others } = threads
    const without = Object.entries(lists).map(([key, list]) => [
      key,
      { ...list, ids: list.ids.filter((one) => one !== id) },
    ])
    return {
      conversations: rest,
      threads: others,
      lists: Object.fromEntries(without) as Record<string, ListState>,
      selected: selected.filter((one) => one !== id),
    }
  })
}

/** Merges messages into a thread; what was pending under a clientId is there now. */
export function takeMessages(id: string, messages: Message[], change: Partial<ThreadState> = {}): void {
  inbox.set(({ threads, pending }) => {
    const thread = threads[id] ?? EMPTY_THREAD
    const known = new Map(thread.messages.map((one) => [one.id, one]))
    for (const message of messages) {
      const former = known.get(message.id)
      if (!former || former.revision <= message.revision) known.set(message.id, message)
    }
    const sorted = [...known.values()].sort((a, b) => a.position - b.position)
    const revision = Math.max(thread.revision, change.revision ?? 0)
    const arrived = new Set(messages.map((one) => one.clientId).filter(Boolean))
    const waiting = pending[id]?.filter(({ clientId }) => !arrived.has(clientId)) ?? []
    return {
      threads: { ...threads, [id]: { ...thread, ...change, messages: sorted, revision } },
      ...(pending[id] ? { pending: { ...pending, [id]: waiting } } : {}),
    }
  })
}

export function patchList(key: string, change: Partial<ListState>): void {
  inbox.set(({ lists }) => ({ lists: { ...lists, [key]: { ...(lists[key] ?? EMPTY_LIST), ...change } } }))
}

export function patchThread(id: string, change: Partial<ThreadState>): void {
  inbox.set(({ threads }) => ({ threads: { ...threads, [id]: { ...(threads[id] ?? EMPTY_THREAD), ...change } } }))
}
