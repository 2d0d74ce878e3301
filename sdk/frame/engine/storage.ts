import type { Details, Pending } from './state.ts'

// What this browser keeps of the chat, in the frame's own storage, which no shop's page can read. Where the browser
// refuses storage to frames of other sites, the shop's page keeps it for the frame (docs/decisions/0014): otherwise
// each page would forget who wrote on the one before.

interface Kept {
  token: string
  /** The shop's id of the person who was identified. */
  identity: string
  /** A message on its way, by its clientId. Each on its own: tabs that write at the same time lose none. */
  [outbox: `outbox:${string}`]: Pending
  draft: string
  /** What was said about the shopper and the server does not have yet. */
  details: Details
  /** Whether the pre-chat form was submitted or skipped. */
  preChatDone: boolean
  /** Answers of the AI agent, and whether each helped. */
  rated: Record<string, boolean>
  /** Keys of campaigns, and when each was shown last, in milliseconds. */
  shown: Record<string, number>
  /** What was done with campaigns, and the day on which it was told: days since 1970. */
  counted: Record<string, number>
  /** Conversations, and how each went: 1 to 5. */
  scores: Record<string, number>
}

/** Storage in the shop's page: what it has stored, and how to store more; null: storage is refused. */
export interface StandIn {
  held: [name: string, text: string][]
  hold(name: string, text: string | null): void
}

export function createStorage(appId: string, page: StandIn, area: () => Storage = () => localStorage) {
  const memory = new Map<string, string>(isRefused() ? page.held : [])
  /** How often the page was told to keep each name and has not said yet that it is done. */
  const underWay = new Map<string, number>()
  const prefix = `parley:${appId}:`
  const keyOf = (name: string) => prefix + name

  function read(name: string): string | null {
    try {
      return area().getItem(keyOf(name)) ?? memory.get(name) ?? null
    } catch {
      return memory.get(name) ?? null
    }
  }

  function isRefused(): boolean {
    try {
      area().setItem('parley:test', '1')
      area().removeItem('parley:test')
      return false
    } catch {
      return true
    }
  }

  /** The names of all that is kept and begins so. */
  function names<Start extends string>(start: Start): `${Start}${string}`[] {
    let own: string[] = []
    try {
      own = Object.keys(area()).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
    } catch {}
    const isAsked = (name: string): name is `${Start}${string}` => name.startsWith(start)
    return [...new Set([...own, ...memory.keys()])].filter(isAsked)
  }

  function get<K extends keyof Kept>(name: K): Kept[K] | null {
    try {
      return JSON.parse(read(name) ?? 'null')
    } catch {
      return null
    }
  }

  return {
    get,
    set<K extends keyof Kept>(name: K, value: Kept[K] | null): void {
      const written = JSON.stringify(value)
      memory.delete(name)
      try {
        if (value === null) area().removeItem(keyOf(name))
        else area().setItem(keyOf(name), written)
      } catch {
        if (value !== null) memory.set(name, written)
        underWay.set(name, (underWay.get(name) ?? 0) + 1)
        page.hold(name, value === null ? null : written)
      }
    },
    /** Messages on their way, by the time they were written. */
    outbox(): Pending[] {
      const kept = names('outbox:').map((name) => get(name))
      return kept.filter((one) => one !== null).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    },
    /** Another tab has kept something; false where that says nothing: this frame keeps for itself, or said more since. */
    hear(name: string, text: string | null): boolean {
      if (underWay.get(name) || !isRefused()) return false
      if (text === null) memory.delete(name)
      else memory.set(name, text)
      return true
    },
    done(name: string): void {
      underWay.set(name, (underWay.get(name) ?? 1) - 1)
    },
    /** Forgets the person; what was done with campaigns stays, for they are shown to a browser. */
    clear(): void {
      for (const name of names('')) if (name !== 'shown' && name !== 'counted') this.set(name as 'token', null)
    },
  }
}

export type StorageBox = ReturnType<typeof createStorage>
