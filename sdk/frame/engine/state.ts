import type { View } from '../../shared/names.ts'
import type { Campaign, Config, Conversation, FileRecord, Message, Visitor } from '../../shared/records.ts'

/** A message that was written here and is not known to have arrived. */
export interface Pending {
  clientId: string
  text: string
  files: FileRecord[]
  createdAt: string
  quickReply?: boolean
  campaign?: string
  replyTo?: string
  /** Its writer wants a person, which is asked for as soon as it has arrived. */
  wantsPerson?: boolean
  /** Why the server refused it, in its words; it stays until the shopper removes it or tries again. */
  failed?: { code: string; message: string }
}

export interface EngineState {
  config: Config
  /** The language in use, as a tag. */
  locale: string
  /** The AI agent's name, where it answers new conversations. */
  aiAgent: string | null
  /** The panel is open, on this screen. */
  open: boolean
  /** Whether opening it moves the focus into it. */
  takesFocus: boolean
  view: View
  /** The socket is up. */
  connected: boolean
  visitor: Visitor | null
  session: string | null
  /** Somebody of the team is there. */
  online: boolean
  conversation: Conversation | null
  messages: Message[]
  /** There are older messages than these. */
  hasOlder: boolean
  outbox: Pending[]
  typing: { name: string; avatarUrl: string | null } | null
  draft: string
  preChatDone: boolean
  preChatFields: Record<string, string | boolean>
  /** Ids of the AI agent's answers, and whether each helped. */
  rated: Record<string, boolean>
  /** What the shopper is answering: shown before the first message. */
  campaign: Campaign | null
  /** The help article on screen. */
  articleId: string | null
  /** It was opened from an answer of the AI agent: the way back leads to the conversation. */
  isFromAnswer: boolean
}

/** Whether the AI agent answers what is written now. */
export const isWithAiAgent = ({ conversation, aiAgent }: EngineState): boolean =>
  conversation ? conversation.isChatBot : aiAgent !== null

export interface Store<S> {
  get(): S
  set(changes: Partial<S>): void
  subscribe(listener: () => void): () => void
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(changes) {
      if (Object.entries(changes).every(([key, value]) => Object.is(state[key as keyof S], value))) return
      state = { ...state, ...changes }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
