import { useSyncExternalStore } from 'react'

/** How often clocks on the screen go on. */
const STEP_MS = 15_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of listeners) one()
  }, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, which goes on while it is shown: one timer for all clocks. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
