import type { Conversation } from '../api/records.ts'
import { t } from '../base/texts.ts'
import { baseOf, forgetPatches, isLater, withPatches } from './optimistic-updates.ts'
import { inbox, type ListState, myId } from './state.ts'
import { byPlace, viewOf } from './views.ts'

/** Positions of conversations in the loaded lists. */

/** Takes conversations as the service has them now. What a member did to one meanwhile stays on top. */
export function takeConversations(records: Conversation[]): void {
  showConversations(records.map(withPatches))
}

/** Shows conversations as they are given, and places each in every loaded list that it belongs to. */
export function showConversations(shown: Conversation[]): void {
  if (shown.length === 0) return
  const { conversations, lists } = inbox.get()
  const next = { ...conversations }
  for (const record of shown) next[record.id] = record
  const placed: Record<string, ListState> = { ...lists }
  for (const [key, list] of Object.entries(lists)) {
    const view = viewOf(key)
    if (!view || !list.isKnown || view.isFixed) continue
    // What the service has to judge stays where it was judged to be; the others are asked about.
    const mayBe = (one: Conversation) => !view.isAsked || list.ids.includes(one.id)
    const ids = place(list, shown, next, (one) => mayBe(one) && view.includes(one, myId()), view.order)
    if (ids !== list.ids) placed[key] = { ...list, ids }
  }
  inbox.set({ conversations: next, lists: placed })
}

/** Takes over records from a response, which may be older than what the socket has sent in the meantime. */
export function takeAnswers(records: Conversation[]): void {
  takeConversations(notOlder(records))
}

/** Filters out records that are older than the known ones. */
export function notOlder(records: Conversation[]): Conversation[] {
  const { conversations } = inbox.get()
  return records.filter((record) => {
    const known = conversations[record.id]
    return !known || !isLater(baseOf(known), record)
  })
}

/** The list's ids with these conversations in their places; the very same array where nothing moves. */
export function place(
  list: Pick<ListState, 'ids' | 'nextCursor'>,
  records: Conversation[],
  all: Record<string, Conversation>,
  includes: (one: Conversation) => boolean,
  order = byPlace,
): string[] {
  const last = all[list.ids.at(-1) ?? '']
  let ids = list.ids
  let isSorted = true
  for (const record of records) {
    const isThere = ids.includes(record.id)
    // A conversation behind the last one that is loaded comes with the next page.
    const isInReach = list.nextCursor === null || !last || order(record, last) <= 0
    const belongs = includes(record) && (isThere || isInReach)
    if (!belongs && isThere) ids = ids.filter((id) => id !== record.id)
    else if (belongs) {
      if (!isThere) ids = [...ids, record.id]
      isSorted = false
    }
  }
  if (isSorted) return ids
  const sorted = [...ids].sort((a, b) => order(all[a] as Conversation, all[b] as Conversation))
  return sorted.length === list.ids.length && sorted.every((id, i) => id === list.ids[i]) ? list.ids : sorted
}

/** Forgets a conversation that is not there any more. */
export function dropConversation(id: string): void {
  forgetPatches(id)
  inbox.set(({ conversations, lists, messages, selected, missing }) => {
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
      // One that was never known is asked for, and the answer says why it cannot be shown.
      missing: conversations[id]
        ? { ...missing, [id]: { reason: t('This conversation was deleted.'), isFinal: true } }
        : missing,
    }
  })
}
