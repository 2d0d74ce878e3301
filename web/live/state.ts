import type {
  CardOffer,
  Conversation,
  Counts,
  Me,
  Message,
  OriginalWords,
  ReplyActs,
  ReplyRecipients,
  SavedView,
  SavedViewCounts,
  SentFile,
} from '../api/records.ts'
import type { LiveState } from '../api/socket.ts'
import { createStore } from '../base/store.ts'

/** What is live: conversations, the lists they stand in, their messages, and who is there. */

export interface ListState {
  ids: string[]
  nextCursor: string | null
  isLoading: boolean
  /** Whether the first page was ever loaded. */
  isKnown: boolean
  error: string | null
}

/** A message that is on its way, or could not be sent. */
export interface PendingMessage {
  clientId: string
  text: string
  isNote: boolean
  files: SentFile[]
  createdAt: string
  error: string | null
  /** Time at which it is sent, in milliseconds since 1970; until then it can be undone. */
  leavesAt?: number
  /** Done along with it: all of it, or nothing is sent. */
  acts?: ReplyActs
  /** Recipients of a reply by mail, where the member chose them. */
  email?: ReplyRecipients
  /** What the member wrote, where the text is its translation. */
  original?: OriginalWords
  /** Products and discounts that it shows. */
  cards?: CardOffer[]
}

/** The messages of one conversation, as far as they are loaded. */
export interface MessagesState {
  /** Sorted by position. */
  messages: Message[]
  nextCursor: string | null
  revision: number
  isLoading: boolean
  isKnown: boolean
  error: string | null
}

interface Typist {
  name: string
  from: 'customer' | 'member'
  memberId: string | null
  until: number
}

/** `isFinal`: asking again would bring the same answer. */
interface Missing {
  reason: string
  isFinal: boolean
}

export interface InboxState {
  me: Me
  conversations: Record<string, Conversation>
  lists: Record<string, ListState>
  messages: Record<string, MessagesState>
  pending: Record<string, PendingMessage[]>
  counts: Counts | null
  /** The store's saved views, then the member's own. */
  views: SavedView[]
  viewCounts: SavedViewCounts
  selected: string[]
  live: LiveState
  /** Ids of the members who are there. */
  present: string[]
  viewers: Record<string, string[]>
  typing: Record<string, Typist[]>
  /** Conversations that cannot be shown, and why. */
  missing: Record<string, Missing>
}

export const EMPTY_LIST: ListState = { ids: [], nextCursor: null, isLoading: false, isKnown: false, error: null }
export const NO_MESSAGES: MessagesState = {
  messages: [],
  nextCursor: null,
  revision: 0,
  isLoading: false,
  isKnown: false,
  error: null,
}

export const inbox = createStore<InboxState>({
  me: null as unknown as Me, // set before anything of the inbox is drawn
  conversations: {},
  lists: {},
  messages: {},
  pending: {},
  counts: null,
  views: [],
  viewCounts: { counts: {}, isWhole: true },
  selected: [],
  live: 'connecting',
  present: [],
  viewers: {},
  typing: {},
  missing: {},
})

export const myId = () => inbox.get().me.member.id
/** The member in their store: what the browser keeps of them is kept by this, since browsers and stores are several. */
export const myKey = () => `${inbox.get().me.store.shopId}:${myId()}`

export function patchList(key: string, change: Partial<ListState>): void {
  inbox.set(({ lists }) => ({ lists: { ...lists, [key]: { ...(lists[key] ?? EMPTY_LIST), ...change } } }))
}

export function patchMessages(id: string, change: Partial<MessagesState>): void {
  inbox.set(({ messages }) => ({ messages: { ...messages, [id]: { ...(messages[id] ?? NO_MESSAGES), ...change } } }))
}

/** Takes one conversation into the selection or out of it. */
export function toggleSelected(id: string): void {
  inbox.set(({ selected }) => ({
    selected: selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id],
  }))
}

/** Selects the rows from the one selected last up to this one, as the list has them. */
export function selectUpTo(id: string, ids: string[]): void {
  inbox.set(({ selected }) => {
    const [from, to] = [ids.indexOf(selected.at(-1) ?? id), ids.indexOf(id)].sort((a, b) => a - b)
    const range = ids.slice(Math.max(0, from as number), (to as number) + 1).filter((one) => one !== id)
    return { selected: [...new Set([...selected.filter((one) => one !== id), ...range]), id] }
  })
}

export const clearSelection = () => inbox.set({ selected: [] })
