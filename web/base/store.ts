import { useCallback, useRef, useSyncExternalStore } from 'react'

/** A value that components subscribe to. */
export interface Store<T> {
  get(): T
  set(change: Partial<T> | ((state: T) => Partial<T>)): void
  subscribe(listener: () => void): () => void
}

export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      const next = typeof change === 'function' ? change(state) : change
      state = { ...state, ...next }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Part of a store; the component renders again only when that part changes. */
export function useStore<T, R>(
  store: Store<T>,
  select: (state: T) => R,
  isEqual: (a: R, b: R) => boolean = Object.is,
): R {
  const last = useRef<{ value: R } | null>(null)
  const read = useCallback(() => {
    const value = select(store.get())
    if (last.current && isEqual(last.current.value, value)) return last.current.value
    last.current = { value }
    return value
  }, [store, select, isEqual])
  return useSyncExternalStore(store.subscribe, read)
}
