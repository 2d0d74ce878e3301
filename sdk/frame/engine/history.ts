import type { Message } from '../../shared/records.ts'
import type { Api } from './connection/api.ts'
import { merge } from './merge.ts'
import type { EngineState, Store } from './state.ts'

/** Older pages of the conversation, one at a time, for as long as somebody scrolls up. */
export function createHistory(store: Store<EngineState>, api: Api) {
  let loading: Promise<void> | undefined
  let cursor: string | null | undefined

  /** The first page repeats messages that are here already: the server's cursor starts at the newest. */
  async function load(): Promise<void> {
    const { conversation, messages } = store.get()
    for (let known = messages.length; store.get().hasOlder && store.get().messages.length === known; ) {
      const before = cursor ? `&before=${encodeURIComponent(cursor)}` : ''
      const { data, paging } = await api.get<Message[]>(`messages?limit=100${before}`)
      if (store.get().conversation?.id !== conversation?.id) return
      cursor = paging?.nextCursor
      known = store.get().messages.length
      store.set({ messages: merge(data, store.get().messages), hasOlder: cursor != null })
    }
  }

  return {
    loadOlder(): Promise<void> {
      loading ??= load()
        .catch(() => {}) // tried again when one scrolls again
        .finally(() => {
          loading = undefined
        })
      return loading
    },
    /** Another thread is shown, or this one from its end. */
    restart(): void {
      cursor = undefined
    },
  }
}
