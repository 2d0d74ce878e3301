// Types of the storefront SDK, for shops written in TypeScript. Copy this file into your project; `window.parley` is
// typed by it. The page docs/sdk.md tells what everything does.

export type ParleyView = 'home' | 'messages' | 'help'

export interface ParleyPerson {
  id: string
  /** Hex HMAC-SHA256 of `id` under the store's identity secret, computed on your server. */
  hash?: string
  email?: string | null
  name?: string | null
  phone?: string | null
  attributes?: Record<string, string> | null
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }
type JsonObject = { [key: string]: Json | undefined }

/** Arguments of `do`: a list, or the one bare. */
interface DoArguments {
  'chat:open': [] | [ParleyView] | ParleyView
  'chat:close': []
  'chat:toggle': [] | [ParleyView] | ParleyView
  'chat:show': []
  'chat:hide': []
  'launcher:show': []
  'launcher:hide': []
  'message:send': [string] | string
  'typing:set': [boolean] | boolean
  identify: [ParleyPerson] | ParleyPerson
  logout: []
  /** Beside the contract's 18: whether the visitor consents, where the script's tag has `data-consent`. */
  consent: [boolean] | boolean
  'session:reset': []
  escalate: [] | [{ reason?: string }] | { reason?: string }
  'trigger:run': [string] | string
  'article:show': [string] | string
  'prechat:submit': [] | [Record<string, string | boolean>] | Record<string, string | boolean>
  'prechat:skip': []
  'event:track': [string] | [string, JsonObject] | string
}

interface SetArguments {
  'message:text': [string] | string
  'user:email': [string] | string
  'user:name': [string] | string
  'user:phone': [string] | string
  'user:attributes': [Record<string, string>] | Record<string, string>
  'user:context': [JsonObject] | JsonObject
  'shop:data': [JsonObject] | JsonObject
  product: [JsonObject] | JsonObject
  cart: [JsonObject] | JsonObject
  order: [JsonObject] | JsonObject
  'conversation:attributes': [Record<string, string>] | Record<string, string>
  locale: [string] | string
  'prechat:field': [name: string, value: string | boolean]
}

interface Message {
  readonly id: string
  readonly clientId: string | null
  readonly conversationId: string | null
  readonly text: string
  readonly sender: { readonly type: 'customer' | 'agent' | 'bot' | 'system'; readonly name: string }
  readonly createdAt: string
  readonly files: readonly { readonly name: string; readonly size: number; readonly type: string }[]
}

interface EventDetails {
  'sdk:ready': { version: string }
  'chat:opened': { view: ParleyView | null }
  'chat:closed': object
  'chat:visibility': { visible: boolean }
  'availability:changed': { online: boolean }
  'message:sent': Message
  'message:received': Message
  'message:failed': { clientId: string; text: string; code: string; message: string }
  'message:read': { conversationId: string; by: 'agent' | 'customer' }
  'typing:changed': { active: boolean; name: string }
  'unread:changed': { count: number }
  'conversation:started': { conversationId: string }
  'conversation:state_changed': {
    conversationId: string
    status: 'open' | 'resolved'
    previousStatus: 'open' | 'resolved'
  }
  'conversation:assigned': { conversationId: string; assignee: { name: string; avatarUrl: string | null } | null }
  'conversation:escalated': { conversationId: string | null; reason: string | null }
  'user:identified': { id: string }
  'session:reset': { sessionId: string | null }
  'prechat:required': { fields: readonly { name: string; label: string; type: string; required?: boolean }[] }
  'prechat:completed': { skipped: boolean }
  'trigger:fired': { key: string; text: string }
  'article:shown': { id: string; title: string }
  'cart:updated': { cart: Readonly<Record<string, unknown>> }
}

export type ParleyEventName = keyof EventDetails
export type ParleyEvent<E extends ParleyEventName> = Readonly<EventDetails[E] & { type: E }>
export type ParleyHandler<E extends ParleyEventName> = (event: ParleyEvent<E>) => void

export type ParleyCommand =
  | {
      [N in keyof DoArguments]: [] extends DoArguments[N]
        ? ['do', N] | ['do', N, DoArguments[N]]
        : ['do', N, DoArguments[N]]
    }[keyof DoArguments]
  | { [N in keyof SetArguments]: ['set', N, SetArguments[N]] }[keyof SetArguments]
  | { [E in ParleyEventName]: ['on', E, ParleyHandler<E> | [ParleyHandler<E>]] }[ParleyEventName]
  | { [E in ParleyEventName]: ['off', E] | ['off', E, ParleyHandler<E> | [ParleyHandler<E>]] }[ParleyEventName]

export type ParleyState =
  | 'chat:opened'
  | 'chat:visible'
  | 'launcher:visible'
  | 'session:ongoing'
  | 'user:identified'
  | 'bot:active'
  | 'agent:online'

export interface ParleyProfile {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly attributes: Readonly<Record<string, string>>
  readonly isIdentified: boolean
}

interface Values {
  'chat:unread:count': number
  'message:text': string
  'session:id': string | null
  'conversation:id': string | null
  'user:profile': ParleyProfile | null
}

/** Before the script has loaded it is an array: then only `push` is there. */
export interface Parley {
  push(...commands: ParleyCommand[]): void
  on<E extends ParleyEventName>(event: E, handler: ParleyHandler<E>): void
  off<E extends ParleyEventName>(event: E, handler?: ParleyHandler<E>): void
  is(state: ParleyState): boolean
  get<K extends keyof Values>(key: K): Values[K]
  version(): '1.1.0'
}

declare global {
  interface Window {
    parley: Parley
  }
}
