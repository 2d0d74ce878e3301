// What is kept in the shop page's own storage: the look of the widget, and whether this browser has talked. What the frame knows of the shopper is not among it, but in browsers that refuse the frame a
// storage of its own. Where storage is refused, nothing is kept.

export interface Memory {
  config?: unknown
  /** When the config was last fetched, in milliseconds. */
  at?: number
  texts?: unknown
  rtl?: boolean
  talked?: boolean
  /** What the frame could not keep itself. */
  kept?: string
}

export function createMemory(appId: string) {
  const key = `parley:${appId}`
  let kept: Memory = {}
  let isAllowed = true
  /** Read each time: another tab may have kept something. */
  function read(): Memory {
    try {
      const found = JSON.parse(localStorage.getItem(key) ?? '0')
      if (found) kept = found
    } catch {}
    return kept
  }
  return {
    get: <K extends keyof Memory>(name: K): Memory[K] => read()[name],
    /** Calls back when another tab has kept something. */
    watch(changed: () => void): void {
      addEventListener('storage', (event) => event.key === key && changed())
    },
    set(changes: Memory): void {
      if (!isAllowed) return
      kept = { ...read(), ...changes }
      try {
        localStorage.setItem(key, JSON.stringify(kept))
      } catch {}
    },
    /** The visitor does not consent any more, or again: forgets all, and keeps nothing meanwhile. */
    allow(allowed: boolean): void {
      isAllowed = allowed
      kept = {}
      try {
        if (!allowed) localStorage.removeItem(key)
      } catch {}
    },
    /** Where the panel is open in this tab, so that it is on the next page too; null when it is closed. */
    view(): string | null {
      try {
        return sessionStorage.getItem(key)
      } catch {
        return null
      }
    },
    setView(view: string | null): void {
      try {
        if (view === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, view)
      } catch {}
    },
  }
}

export type MemoryStore = ReturnType<typeof createMemory>
