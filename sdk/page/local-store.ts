// What is kept in the shop page's own storage: the look of the widget, and whether this browser has talked. What the
// frame knows of the shopper is not among it, but in browsers that refuse the frame a storage of its own. Where storage
// is refused, nothing is kept.

export interface Memory {
  config?: unknown
  /** When the config was last fetched, in milliseconds. */
  at?: number
  texts?: unknown
  rtl?: boolean
  talked?: boolean
}

/** Keeps a text, or nothing any more (null); nothing either where the browser refuses storage. */
function put(storage: 'localStorage' | 'sessionStorage', key: string, text: string | null): void {
  try {
    if (text === null) window[storage].removeItem(key)
    else window[storage].setItem(key, text)
  } catch {}
}

export function createMemory(appId: string) {
  const key = `parley:${appId}`
  // What the frame could not keep itself: each name has a key of its own, so that tabs which write at the same time take
  // nothing from each other.
  const prefix = `${key}/`
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
    /** All that is kept for the frame, as pairs of name and text. */
    held(): [string, string][] {
      try {
        return Object.entries(localStorage as Record<string, string>)
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, text]) => [name.slice(prefix.length), text])
      } catch {
        return []
      }
    },
    hold(name: string, text: string | null): void {
      if (isAllowed) put('localStorage', prefix + name, text)
    },
    /** Calls back with what another tab has kept for its frame, as it stands now, or null where it is gone. */
    watch(changed: (name: string, text: string | null) => void): void {
      addEventListener('storage', ({ key }) => {
        if (key?.startsWith(prefix)) changed(key.slice(prefix.length), localStorage.getItem(key))
      })
    },
    set(changes: Memory): void {
      if (!isAllowed) return
      kept = { ...read(), ...changes }
      put('localStorage', key, JSON.stringify(kept))
    },
    /** The visitor does not consent any more, or again: forgets all, and keeps nothing meanwhile. */
    allow(allowed: boolean): void {
      isAllowed = allowed
      kept = {}
      if (allowed) return
      put('localStorage', key, null)
      for (const [name] of this.held()) put('localStorage', prefix + name, null)
    },
    /** View of the panel in this tab, so that the next page opens it too; null when it is closed. */
    view(): string | null {
      try {
        return sessionStorage.getItem(key)
      } catch {
        return null
      }
    },
    setView: (view: string | null) => put('sessionStorage', key, view),
  }
}

export type MemoryStore = ReturnType<typeof createMemory>
