import type { EventName, View } from './names.ts'
import type { Config } from './records.ts'

// What page and frame say to each other over their MessageChannel. The page hands the channel over by one `postMessage`
// of a `Hello`, addressed to Parley's origin; the frame takes one, from its parent only. The page listens to nothing
// else, so no other window can forge a word.

export interface Hello {
  parley: 1
  appId: string
  /** The language the page is in, where it tells. */
  locale?: string | undefined
  /** The families of the page's letters. */
  font?: string
  /** What the page keeps for a frame that may keep nothing itself. */
  held: [name: string, text: string][]
  /** Whether the frame is there for campaigns only: the visitor has not asked for anything, so no visitor is created. */
  isQuiet: boolean
}

/** A command that passed the grammar, its arguments checked and copied. */
export interface Command {
  verb: 'do' | 'set'
  name: string
  args: unknown[]
}

/** A page of the shop, as it goes to the server. */
export interface Page {
  url: string
  title: string
  viewedAt: string
}

/** What the page says. */
export type FromPage =
  | { type: 'command'; command: Command }
  | { type: 'opened'; view?: View; takesFocus: boolean }
  /** What the shopper does on the page, for the rules of campaigns. */
  | { type: 'moment'; exit?: true; scroll?: number }
  | { type: 'closed' }
  | { type: 'pages'; pages: Page[] }
  /** Another tab's page keeps this for its frame now; null: no more. */
  | { type: 'held'; name: string; text: string | null }
  /** The last `hold` of this name is done: what was said of it before is older. */
  | { type: 'done'; name: string }

/** What `is` and `get` answer from; the frame sends what changed. */
export interface State {
  'session:ongoing': boolean
  'user:identified': boolean
  'bot:active': boolean
  'agent:online': boolean
  'chat:unread:count': number
  'message:text': string
  'session:id': string | null
  'conversation:id': string | null
  'user:profile': Readonly<Record<string, unknown>> | null
}

/** What the frame says. */
export type FromFrame =
  /** Its code runs; the rest follows when it has its texts. */
  | { type: 'here' }
  | { type: 'state'; state: Partial<State> }
  | { type: 'event'; name: EventName; detail: Record<string, unknown> }
  | { type: 'config'; config: Config }
  /** The shopper went on from what was shown above the launcher. */
  | { type: 'open'; view: View }
  | { type: 'close' }
  /** The shopper went to another screen. */
  | { type: 'view'; view: View }
  /** Something to show above the launcher while the panel is closed, `height` pixels high; 0 is nothing. */
  | { type: 'peek'; height: number }
  | { type: 'dropped'; name: string; why: string }
  /** Whether this browser has talked: then the next page loads the frame by itself, for the unread count. */
  | { type: 'talked'; talked: boolean }
  /** The browser refuses the frame a storage of its own: the page is to keep this for it; null: no more. */
  | { type: 'hold'; name: string; text: string | null }
