import { browsingSession } from '#core/conversations/conversations.ts'
import { toMemberMessage } from '#core/conversations/visitor-view.ts'
import type { Member } from '#core/members/members.ts'
import type { Signal } from '#database/bus/messages.ts'
import type { Shop } from '#database/database.ts'
import { type ConversationAccess, maySee } from '#storage/conversation-access.ts'
import type { LiveConversationRow } from '#storage/conversations/live.ts'
import { changesSince, type StoreSubscriber, type Subscriber, type Update } from './hub.ts'
import type { LiveSocket } from './socket.ts'

export type MemberSocket = LiveSocket<MemberSession>
export type TypingSignal = Extract<Signal, { kind: 'typing' }>

/** A member's socket as the hub sees it. */
export class MemberSession implements StoreSubscriber {
  /** Id of the session that the member signed in with. */
  readonly id: string
  readonly shop: Shop
  readonly member: Member
  readonly watches = new Map<string, Watch>()
  access: ConversationAccess
  /** Conversations that the member saw and that have moved since, until they are read again. */
  readonly moved = new Set<string>()
  readonly #socket: MemberSocket
  readonly #unwatch: (id: string) => void

  constructor(
    socket: MemberSocket,
    shop: Shop,
    {
      id,
      member,
      access,
      unwatch,
    }: { id: string; member: Member; access: ConversationAccess; unwatch: (id: string) => void },
  ) {
    this.#socket = socket
    this.id = id
    this.shop = shop
    this.member = member
    this.access = access
    this.#unwatch = unwatch
  }

  get shopId(): string {
    return this.shop.shopId
  }

  conversationChanged(conversation: LiveConversationRow, text: string): void {
    const { id } = conversation
    const wasSeen = this.moved.delete(id) || this.watches.has(id)
    // A merged one on screen was judged by the one that it goes on in.
    const isSeen = maySee(this.access, conversation) || (conversation.mergedInto !== null && this.watches.has(id))
    if (isSeen) this.#socket.push(text, { mayLag: true })
    else if (wasSeen) this.drop(id)
  }

  /** Takes a conversation off the member's screen that they may no longer see. */
  drop(id: string): void {
    this.#unwatch(id)
    this.conversationRemoved(id)
  }

  resync(): void {
    this.#socket.push('{"type":"resync"}')
  }

  conversationRemoved(conversationId: string): void {
    this.#socket.push(JSON.stringify({ type: 'removed', conversationId }), { mayLag: true })
  }

  typing(id: string, active: boolean): TypingSignal {
    const { id: memberId, fullName: name, avatarUrl } = this.member
    return { kind: 'typing', id, from: 'member', memberId, name, avatarUrl, active }
  }
}

/** A conversation on a member's screen. */
export class Watch implements Subscriber {
  readonly shopId: string
  revision: number | null = 0
  /** The browsing session that its details tell of: that of the customer's last visit. */
  sessionId: string
  readonly #socket: MemberSocket
  readonly #id: string
  #isAnswered = false

  constructor(socket: MemberSocket, session: MemberSession, { id, sessionId }: { id: string; sessionId: string }) {
    this.#socket = socket
    this.shopId = session.shopId
    this.#id = id
    this.sessionId = sessionId
  }

  changed(update: Update): void {
    if (this.#socket.isSlow()) return // sent when it has caught up, since its revision stays
    this.sessionId = browsingSession(update.conversation)
    const since = this.revision as number
    const { messages, now } = changesSince(update, since)
    this.revision = now
    if (messages.length === 0 && this.#isAnswered) return
    this.#isAnswered = true
    const list = messages.map(toMemberMessage).join(',')
    const id = JSON.stringify(this.#id)
    this.#socket.push(
      `{"type":"messages","conversationId":${id},"since":${since},"messages":[${list}],"revision":${now}}`,
    )
  }

  removed(): void {}
}
