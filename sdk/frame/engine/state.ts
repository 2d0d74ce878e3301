import type { View } from '../../shared/names.ts'
import type {
  Campaign,
  Config,
  Conversation,
  FileRecord,
  FoundOrder,
  Listed,
  Message,
  Visitor,
} from '../../shared/records.ts'

/** A message that was written here and is not known to have arrived. */
export interface Pending {
  clientId: string
  text: string
  files: FileRecord[]
  createdAt: string
  /** An earlier conversation that it goes on with. */
  conversationId?: string
  quickReply?: boolean
  campaign?: string
  replyTo?: string
  /** Its writer wants a person, which is asked for as soon as it has arrived. */
  wantsPerson?: boolean
  /** Why the server refused it, in its words; it stays until the shopper removes it or tries again. */
  failed?: { code: string; message: string }
}

/** What the shop or the shopper says about the shopper. */
export interface Details {
  email?: string
  name?: string
  phone?: string
  locale?: string
  attributes?: Record<string, string>
}

/** A file of the message being written. */
export interface TrayItem {
  id: number
  name: string
  /** How much of it has been sent: 0 to 1. */
  share: number
  /** Once the server has it. */
  record?: FileRecord
  /** An address of its own picture, for as long as it is in the tray. */
  preview?: string
  abort: AbortController
}

/** Why a file is not taken, as a key of the texts. */
export type FileRefusal =
  | 'files.tooMany'
  | 'files.tooLarge'
  | 'files.empty'
  | 'files.kind'
  | 'files.later'
  | 'voice.denied'
  | 'voice.none'

/** What the panel shows; the last two are reached from home only. */
export type Screen = View | 'history' | 'orders'

/** What is shown above the launcher while the panel is closed. */
export interface Peek {
  name: string
  avatarUrl: string | null
  text: string
  campaign?: Campaign
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
  view: Screen
  /** News come in: by a socket, or by requests that wait for them. */
  connected: boolean
  /** Whether nothing has got through for a while, which the shopper sees. */
  isOffline: boolean
  visitor: Visitor | null
  session: string | null
  /** Somebody of the team is there. */
  online: boolean
  /** The conversation on screen: the current one, or an earlier one. */
  conversation: Conversation | null
  isEarlier: boolean
  /** All of the visitor's, newest first, once they were asked for. */
  conversations: Listed[]
  messages: Message[]
  /** There are older messages than these. */
  hasOlder: boolean
  outbox: Pending[]
  typing: { name: string; avatarUrl: string | null; draft?: string | undefined } | null
  draft: string
  /** Files that go with the draft, and those that were not taken. */
  tray: TrayItem[]
  refusals: { name: string; why: FileRefusal }[]
  preChatDone: boolean
  preChatFields: Record<string, string | boolean>
  /** Ids of the AI agent's answers, and whether each helped. */
  rated: Record<string, boolean>
  /** Ids of conversations, and how the shopper said each went: 1 to 5. */
  scores: Record<string, number>
  /** What the shopper is answering: shown before the first message. */
  campaign: Campaign | null
  peek: Peek | null
  /** The last order of a customer whom the shop has signed, and the one on the screen of orders. */
  lastOrder: FoundOrder | null
  order: FoundOrder | null
  /** Shown large, over the conversation. */
  picture: FileRecord | null
  /** The help article on screen. */
  articleId: string | null
  /** Whether it was opened from an answer of the AI agent: the back button then leads to the conversation. */
  isFromAnswer: boolean
}

/** Whether the AI agent answers what is written now. */
export const isWithAiAgent = ({ conversation, aiAgent }: EngineState): boolean =>
  conversation ? conversation.isChatBot : aiAgent !== null

/** Whether somebody of the team is there: a member who types is, whatever the inbox says. */
export const isTeamHere = ({ online, typing, conversation }: EngineState): boolean =>
  online || (typing !== null && conversation?.isChatBot === false)

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
