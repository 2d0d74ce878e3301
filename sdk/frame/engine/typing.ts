import type { Emit } from './sdk-state.ts'
import type { EngineState, Store } from './state.ts'

interface Typing {
  active: boolean
  name: string
  avatarUrl: string | null
  /** What may be shown of the AI agent's answer already. */
  draft?: string | undefined
}

/** The server ends typing after 5 s; should that word be lost, it is over here a second later. */
const LOST_MS = 6_000

/** Shows who is typing, and stops by itself. */
export function createTyping(store: Store<EngineState>, emit: Emit): (typing: Typing) => void {
  let end: ReturnType<typeof setTimeout> | undefined
  return function show({ active, name, avatarUrl, draft }) {
    clearTimeout(end)
    // Nothing of the AI agent's is shown after a person took over, in whatever order the two arrive.
    const shown = store.get().conversation?.isChatBot ? draft : undefined
    store.set({ typing: active ? { name, avatarUrl, draft: shown } : null })
    emit('typing:changed', { active, name })
    if (active) end = setTimeout(() => show({ active: false, name, avatarUrl }), LOST_MS)
  }
}
