import { VISITOR_NAME } from '#core/conversations/sender-fields.ts'
import { readVisitorConversation, toVisitorMessages } from '#core/conversations/visitor-view.ts'
import { VISITOR_TYPING_PER_MINUTE } from '#core/limits.ts'
import type { VisitorSnapshot } from '#core/visitors/visitor-snapshot.ts'
import type { Visitor, VisitorProfile } from '#core/visitors/visitors.ts'
import type { Signal } from '#database/bus/messages.ts'
import type { Shop } from '#database/database.ts'
import { changesSince, type Subscriber, type Update } from '#surfaces/realtime/hub.ts'

export type Typing = Extract<Signal, { kind: 'typing' }>

/** A visitor's connection: a socket, or a request that waits instead of one. */
export interface Line {
  session: VisitorSession | null
  readonly OPEN: number
  readonly readyState: number
  push(text: string): void
  close(code: number, reason: string): void
}

/** A visitor's state, as `ready` sends it. */
export interface LineStanding {
  state: Omit<VisitorSnapshot, 'revision'> & { online: boolean }
  revision: number
  /** The frame of who of the team types. */
  typing: TypingFrame | null
}

type TypingFrame = { type: 'typing'; active: boolean; name: string; avatarUrl: string | null; draft?: string }

/** A visitor's socket as the hub sees it: few fields, for thousands are idle. */
export class VisitorSession implements Subscriber {
  readonly shop: Shop
  readonly visitorId: string
  sessionId: string
  contactId: string | null = null
  conversationId: string | null = null
  revision: number | null = null
  name = VISITOR_NAME
  readonly #socket: { push(text: string): void }
  #typingMinute = 0
  #typed = 0

  constructor(socket: { push(text: string): void }, shop: Shop, visitor: Pick<Visitor, 'id' | 'sessionId'>) {
    this.#socket = socket
    this.shop = shop
    this.visitorId = visitor.id
    this.sessionId = visitor.sessionId
  }

  get shopId(): string {
    return this.shop.shopId
  }

  /** Subscribers that have seen the same get the same text: it is made once. */
  async changed(update: Update): Promise<void> {
    const since = this.revision
    if (since === null) return
    const { messages, now } = changesSince(update, since)
    const key = `visitor ${since}`
    let text = update.texts.get(key)
    if (!text) {
      text = readVisitorConversation(this.shop, update.conversation).then((conversation) =>
        JSON.stringify({ type: 'changes', conversation, messages: toVisitorMessages(messages) }),
      )
      update.texts.set(key, text)
    }
    const ready = await text
    if (this.revision !== since) return // the state was sent meanwhile
    this.revision = now
    this.#socket.push(ready)
  }

  /** Handled by VisitorSockets, which sends the new state. */
  removed(): void {}

  typing(active: boolean): Typing {
    const id = this.conversationId as string
    return { kind: 'typing', id, from: 'customer', memberId: null, name: this.name, avatarUrl: '', active }
  }

  mayType(): boolean {
    const minute = Math.floor(Date.now() / 60_000)
    if (minute !== this.#typingMinute) {
      this.#typingMinute = minute
      this.#typed = 0
    }
    return ++this.#typed <= VISITOR_TYPING_PER_MINUTE
  }
}

export const typingFrame = ({ active, name, avatarUrl, draft }: Typing): TypingFrame => ({
  type: 'typing',
  active,
  name,
  avatarUrl: avatarUrl || null,
  ...(draft !== undefined && { draft }),
})

export const nameOf = ({ name, email }: VisitorProfile) => name ?? email ?? VISITOR_NAME
