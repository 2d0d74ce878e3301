import type { Details, Pending } from './state.ts'

// What this browser keeps of the chat, in the frame's own storage, which no shop's page can read. Where the browser
// refuses storage to frames of other sites, the shop's page keeps it for the frame (docs/decisions/0014): otherwise
// each page would forget who wrote on the one before.

interface Kept {
  token: string
  /** The shop's id of the person who was identified. */
  identity: string
  outbox: Pending[]
  draft: string
  /** What was said about the shopper and the server does not have yet. */
  details: Details
  /** Whether the pre-chat form was submitted or skipped. */
  preChatDone: boolean
  /** Answers of the AI agent, and whether each helped. */
  rated: Record<string, boolean>
  /** Keys of campaigns, and when each was shown last, in milliseconds. */
  shown: Record<string, number>
  /** Conversations, and how each went: 1 to 5. */
  scores: Record<string, number>
}

/** Where the shop's page stands in: what it kept, and how it is told to keep. */
export interface StandIn {
  kept?: string | undefined
  keep(text: string): void
}

export function createStorage(appId: string, page: StandIn, area: () => Storage = () => localStorage) {
  let memory = new Map<string, string>(isRefused() ? readKept(page.kept) : [])
  const keyOf = (name: string) => `parley:${appId}:${name}`

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

  return {
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
        page.keep(JSON.stringify([...memory]))
      }
    },
    /** Another tab has kept something: where the page stands in, that is what there is now. */
    reread(kept: string | undefined): boolean {
      if (!isRefused()) return false
      memory = new Map(readKept(kept))
      return true
    },
    clear(): void {
      for (const name of ['token', 'identity', 'outbox', 'draft', 'details', 'preChatDone', 'rated', 'scores'] as const)
        this.set(name, null)
    },
  }
}

/** Pairs of texts, or nothing: the page is not trusted to have kept what it was given. */
function readKept(text: string | undefined): [string, string][] {
  try {
    const pairs: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(pairs) ? pairs.filter((pair) => pair?.length === 2 && typeof pair[1] === 'string') : []
  } catch {
    return []
  }
}

export type StorageBox = ReturnType<typeof createStorage>
