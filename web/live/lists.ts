import type { Conversation } from '../api/records.ts'
import { inbox, type ListState, myId } from './state.ts'
import { byActivity, viewOf } from './views.ts'

/** Where conversations stand in the lists that are loaded. */

/** Stores conversations as they are now, and places each in every loaded list that it belongs to. */
export function takeConversations(records: Conversation[]): void {
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

/** The list's ids with these conversations in their places; the very same array where nothing moves. */
export function place(
  list: Pick<ListState, 'ids' | 'nextCursor'>,
  records: Conversation[],
  all: Record<string, Conversation>,
  includes: (one: Conversation) => boolean,
): string[] {
  const last = all[list.ids.at(-1) ?? '']
  let ids = list.ids
  let isSorted = true
  for (const record of records) {
    const isThere = ids.includes(record.id)
    // A conversation behind the last one that is loaded comes with the next page.
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

/** Forgets a conversation that was deleted. */
export function dropConversation(id: string): void {
  inbox.set(({ conversations, lists, messages, selected }) => {
    const { [id]: _, ...otherConversations } = conversations
    const { [id]: __, ...otherMessages } = messages
    const without = Object.entries(lists).map(([key, list]) => [
      key,
      { ...list, ids: list.ids.filter((one) => one !== id) },
    ])
    return {
      conversations: otherConversations,
      messages: otherMessages,
      lists: Object.fromEntries(without) as Record<string, ListState>,
      selected: selected.filter((one) => one !== id),
    }
  })
}
