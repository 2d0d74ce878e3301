import type { EngineState, Store } from './state.ts'

/** How long nothing may get through before it is said. */
const OFFLINE_MS = 3_000

/** Decides when the shopper sees that the connection is lost: a short interruption is not shown. */
export function createOffline(store: Store<EngineState>) {
  let silence: ReturnType<typeof setTimeout> | undefined
  return {
    judge(): void {
      clearTimeout(silence)
      const { connected, session } = store.get()
      if (connected && navigator.onLine) store.set({ isOffline: false })
      else if (session) silence = setTimeout(() => store.set({ isOffline: true }), navigator.onLine ? OFFLINE_MS : 0)
    },
    clear: () => clearTimeout(silence),
  }
}
