import type { OpeningHours } from '../../src/base/opening-hours.ts'
import type { FoundOrder as FoundOrderRecord } from '../../src/core/visitors/orders.ts'
import type {
  ConversationRecord,
  ListedRecord,
  MessageRecord,
  ReadyRecord,
  VisitorRecord,
} from '../../src/surfaces/storefront/records.ts'

// The server's records as a visitor sees them. Types only: nothing of the server is bundled.

/** As JSON has it: the server's dates are texts here. */
type Wire<T> = Date extends T
  ? Exclude<T, Date>
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends Record<string, unknown>
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T

export type { FileRecord } from '../../src/surfaces/storefront/records.ts'
export type Message = Wire<MessageRecord>
export type Conversation = Wire<ConversationRecord>
export type FoundOrder = Wire<FoundOrderRecord>
/** A conversation in the list, with its last words. */
export type Listed = Wire<ListedRecord>
export type Visitor = Wire<VisitorRecord>
/** What a new or resumed session answers, and the socket's `ready`. */
export type Ready = Wire<ReadyRecord>

export interface Field {
  name: string
  label: string
  type: 'text' | 'email' | 'phone' | 'select'
  required?: boolean
  options?: string[]
}

export interface PreChat {
  mode: 'off' | 'optional' | 'required'
  fields?: Field[]
  consent?: { text: string; required?: boolean }
}

export interface Campaign {
  key: string
  text: string
  senderName?: string
  rules?: {
    url?: string
    seconds?: number
    cartTotal?: number
    /** The shopper is about to leave the page. */
    exit?: boolean
    /** Per cent of the page that was scrolled through. */
    scroll?: number
    languages?: string[]
    /** Two letters each, where the operator's proxy tells the country. */
    countries?: string[]
    returning?: boolean
    /** Requires that the shop's page sent such an event on this page (event:track). */
    event?: string
    attribute?: { name: string; value: string }
  }
  once?: boolean
  everyDays?: number
  from?: string
  until?: string
  imageUrl?: string
  button?: { label: string; url: string }
}

export interface Theme {
  color: string
  darkMode: 'auto' | 'light' | 'dark'
  position: 'right' | 'left'
  /** Pixels to the edges of the window, 20 unless told. */
  offset?: { side?: number; bottom?: number } | null
  launcher: 'circle' | 'pill' | 'hidden'
  logoUrl?: string | null
  headerImageUrl?: string | null
  font?: 'system' | 'serif' | 'rounded' | 'mono' | 'page'
  sound?: boolean
  greeting?: string | null
  intro?: string | null
}

export interface Config {
  name: string
  online: boolean
  theme: Theme
  texts: Record<string, Record<string, string>>
  locale?: string | null
  preChat: PreChat
  quickReplies: string[]
  campaigns: Campaign[]
  /** Whether there are help articles. */
  faqs: boolean
  /** Articles on the home screen. */
  popular: { id: string; question: string }[]
  team: { name: string; avatarUrl: string | null }[]
  replyTime: 'minutes' | 'hours' | 'day' | 'none'
  hours: OpeningHours | null
  /** Whether it is asked how a resolved conversation went. */
  rating: boolean
  /** Whether a copy of a conversation can be had by mail. */
  transcript: boolean
  /** Whether orders can be looked up. */
  orders: boolean
  /** Whether answers to who left come by mail, too. */
  mail: boolean
}
