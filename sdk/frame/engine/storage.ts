import type { Pending } from './state.ts'

// What this browser keeps of the chat, in the frame's own storage, which no shop's page can read. Where storage is
// refused, it is kept in memory: the chat works, and forgets with the page.

interface Kept {
  token: string
  /** The shop's id of the person who was identified. */
  identity: string
  outbox: Pending[]
  draft: string
  /** Whether the pre-chat form was submitted or skipped. */
  preChatDone: boolean
}

export function createStorage(appId: string, area: () => Storage = () => localStorage) {
  const memory = new Map<string, string>()
  const keyOf = (name: string) => `parley:${appId}:${name}`

  function read(name: string): string | null {
    try {
      return area().getItem(keyOf(name)) ?? memory.get(name) ?? null
    } catch {
      return memory.get(name) ?? null
    }
  }

  /** Whether what is kept outlives the page. */
  function isLasting(): boolean {
    try {
      area().setItem(keyOf('test'), '1')
      area().removeItem(keyOf('test'))
      return true
    } catch {
      return false
    }
  }

  return {
    isLasting: isLasting(),
    get<K extends keyof Kept>(name: K): Kept[K] | null {
      try {
        return JSON.parse(read(name) ?? 'null')
      } catch {
        return null
      }
    },
    set<K extends keyof Kept>(name: K, value: Kept[K] | null): void {
      const written = JSON.stringify(value)
      memory.delete(name)
      try {
        if (value === null) area().removeItem(keyOf(name))
        else area().setItem(keyOf(name), written)
      } catch {
        if (value !== null) memory.set(name, written)
      }
    },
    clear(): void {
      for (const name of ['token', 'identity', 'outbox', 'draft', 'preChatDone'] as const) this.set(name, null)
    },
  }
}

export type StorageBox = ReturnType<typeof createStorage>
