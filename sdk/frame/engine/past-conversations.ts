import type { Listed } from '../../shared/records.ts'
import type { Api } from './connection/api.ts'
import type { EngineState, Store } from './state.ts'

type Shown = Pick<EngineState, 'conversation' | 'messages' | 'hasOlder'>

/** What is on screen, for who is asked to go on from there; without messages, all of it is to come. */
export const knownOf = ({ conversation, messages }: EngineState) =>
  conversation
    ? { conversationId: conversation.id, ...(messages.length > 0 ? { revision: conversation.revision } : {}) }
    : {}

interface Parts {
  store: Store<EngineState>
  api: Api
  /** Asks the server for what is on screen now. */
  open(): void
  restart(): void
}

/** The visitor's other conversations: their list, and one of them on screen while the current one waits. */
export function createEarlier({ store, api, open, restart }: Parts) {
  let current: Shown = { conversation: null, messages: [], hasOlder: false }

  function put(shown: Shown, isEarlier: boolean): void {
    restart()
    store.set({ ...shown, isEarlier, typing: null, campaign: null })
    open()
  }

  return {
    async loadConversations(): Promise<void> {
      const { data } = await api.get<Listed[]>('conversations')
      store.set({ conversations: data })
    },
    /** Shows a conversation of the list. */
    showEarlier(listed: Listed): void {
      const { conversation, messages, hasOlder, isEarlier } = store.get()
      if (listed.id === conversation?.id) return
      if (!isEarlier) current = { conversation, messages, hasOlder }
      if (listed.id === current.conversation?.id) put(current, false)
      else put({ conversation: listed, messages: [], hasOlder: false }, true)
    },
    /** Back to the one that the next message goes to. */
    showCurrent(): void {
      if (store.get().isEarlier) put(current, false)
    },
  }
}
