import { mayOpen } from '#core/conversations/access.ts'
import { browsingSession } from '#core/conversations/conversations.ts'
import { SOCKETS_PER_PERSON, VISITOR_MESSAGES_PAGE, WATCHED_MAX } from '#core/limits.ts'
import { getMember } from '#core/members/members.ts'
import { lastingSessions, type SignedIn } from '#core/members/sessions.ts'
import type { Presence } from '#core/presence/presence.ts'
import type { Signal } from '#database/bus/messages.ts'
import type { Database, Shop } from '#database/database.ts'
import { findAccess, maySee } from '#storage/conversation-access.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import { findLiveConversation } from '#storage/conversations/live.ts'
import type { Hub } from './hub.ts'
import { KeyGroups } from './key-groups.ts'
import { MemberSession, type MemberSocket, type TypingSignal, Watch } from './member-session.ts'
import { CLOSE, type Frame, type SocketKind } from './socket.ts'
import { TypingTimers } from './typing.ts'
import { Viewers } from './viewers.ts'

/** What of the store's own has changed: open inboxes read it again. */
const SHARED: ReadonlySet<string> = new Set(['views', 'teams', 'targets', 'segments'])
/** How often sockets are looked over for sessions that have ended by themselves. */
const ENDED_EVERY_MS = 5 * 60_000
/** While the database is away. */
const AGAIN_MS = 1_000
type Moved = Extract<Signal, { kind: 'moved' }>

export interface MemberSocketOptions {
  database: Database
  hub: Hub
  presence: Presence
}

/** The members' sockets (docs/storefront-protocol.md): all of the store's conversations, and those on screen. */
export class MemberSockets implements SocketKind<MemberSession> {
  readonly #options: MemberSocketOptions
  readonly #ofShop = new KeyGroups<MemberSocket>()
  readonly #ofMember = new KeyGroups<MemberSocket>()
  readonly #viewers: Viewers
  readonly #typing: TypingTimers
  readonly #timer: NodeJS.Timeout

  constructor(options: MemberSocketOptions) {
    this.#options = options
    this.#typing = new TypingTimers(options.database)
    this.#viewers = new Viewers(options.database, (shopId, conversationId, memberIds) => {
      const text = JSON.stringify({ type: 'viewers', conversationId, memberIds })
      for (const socket of this.#ofShop.of(shopId)) {
        if (socket.session?.watches.has(conversationId)) socket.push(text, { mayLag: true })
      }
    })
    options.database.bus.subscribe((shopId, signal) => {
      if (signal.kind === 'typing') this.#sendTyping(shopId, signal)
      if (signal.kind === 'member') this.drop(shopId, signal.id)
      if (signal.kind === 'sessions') void this.#dropEnded(shopId)
      if (signal.kind === 'team') void this.#sendTeam(shopId)
      if (signal.kind === 'moved') this.#noteMove(shopId, signal)
      if (signal.kind === 'access' || signal.kind === 'teams') void this.#judgeAccess(shopId)
      if (SHARED.has(signal.kind)) {
        const text = JSON.stringify({ type: signal.kind })
        for (const socket of this.#ofShop.of(shopId)) socket.push(text, { mayLag: true })
      }
      if (signal.kind === 'notified') {
        for (const socket of this.#ofMember.of(`${shopId} ${signal.id}`))
          socket.push('{"type":"notified"}', { mayLag: true })
      }
      if (signal.kind === 'draft') {
        const { conversationId, browser } = signal
        const text = JSON.stringify({ type: 'draft', conversationId, browser })
        for (const socket of this.#ofMember.of(`${shopId} ${signal.id}`)) socket.push(text, { mayLag: true })
      }
      if (signal.kind === 'details') this.#sendDetails(shopId, (_, id) => id === signal.id)
      if (signal.kind === 'visit') this.#sendDetails(shopId, ({ sessionId }) => sessionId === signal.id)
    })
    options.database.bus.onGap(() => {
      for (const shopId of this.#ofShop.keys()) {
        for (const socket of this.#ofShop.of(shopId)) socket.push('{"type":"resync"}')
        void this.#judgeAccess(shopId)
      }
      this.#dropEndedOfAll()
    })
    this.#timer = setInterval(() => this.#dropEndedOfAll(), ENDED_EVERY_MS)
  }

  /** Closes a member's sockets: signed out, deactivated, another password. */
  drop(shopId: string, memberId: string): void {
    for (const socket of this.#ofMember.of(`${shopId} ${memberId}`)) socket.close(CLOSE.credential, 'signed out')
  }

  /** Closes sockets of sessions that ended by themselves, or whose end was published while the bus had a gap. */
  #dropEndedOfAll(): void {
    for (const shopId of this.#ofShop.keys()) void this.#dropEnded(shopId)
  }

  /** Closes the store's sockets whose sessions no longer show its data. */
  async #dropEnded(shopId: string): Promise<void> {
    const sockets = [...this.#ofShop.of(shopId)]
    const ids = new Set(sockets.map(({ session }) => (session as MemberSession).id))
    try {
      const lasting = await lastingSessions(this.#options.database.shop(shopId), [...ids])
      for (const socket of sockets) {
        if (!lasting.has((socket.session as MemberSession).id)) socket.close(CLOSE.credential, 'signed out')
      }
    } catch {
      setTimeout(() => void this.#dropEnded(shopId), AGAIN_MS).unref() // the database is away
    }
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#viewers.stop()
  }

  async hello(socket: MemberSocket): Promise<void> {
    const { caller, memberId, sessionId } = socket.credential as SignedIn
    const { shop } = caller
    const member = await getMember(caller, memberId)
    const key = `${shop.shopId} ${member.id}`
    if (this.#ofMember.size(key) >= SOCKETS_PER_PERSON) {
      socket.close(CLOSE.tooMany, 'too many sockets')
      return
    }
    if (socket.readyState !== socket.OPEN) return
    const unwatch = (id: string) => this.#unwatch(session, id)
    const session = new MemberSession(socket, shop, { id: sessionId, member, access: caller.access ?? null, unwatch })
    socket.session = session
    this.#ofShop.add(shop.shopId, socket)
    this.#ofMember.add(key, socket)
    this.#options.hub.subscribeStore(shop.shopId, session)
    this.#options.presence.come(shop.shopId, 'member', member.id)
    // Judged again: a signal before this socket was in its groups did not reach it.
    const [lasting, team, access] = await Promise.all([
      lastingSessions(shop, [sessionId]),
      this.#options.presence.team(shop.shopId),
      findAccess(shop, [memberId]),
    ])
    if (!lasting.has(sessionId)) {
      socket.close(CLOSE.credential, 'signed out')
      return
    }
    session.access = access.get(memberId) ?? null
    socket.push(JSON.stringify({ type: 'ready', memberId: member.id, team }))
  }

  async frame(socket: MemberSocket, frame: Frame): Promise<void> {
    const session = socket.session as MemberSession
    const { conversationId } = frame
    if (typeof conversationId !== 'string' || conversationId.length > 128) {
      this.#unreadable(socket)
      return
    }
    if (frame.type === 'watch') return this.#watch(socket, session, conversationId, frame.revision)
    if (frame.type === 'unwatch') {
      this.#unwatch(session, conversationId)
      return
    }
    if (frame.type === 'typing' && typeof frame.active === 'boolean') {
      // What is not on screen is not typed in; and the watch has shown that it is the store's.
      if (session.watches.has(conversationId))
        this.#typing.set(session.shopId, session.typing(conversationId, frame.active))
      return
    }
    this.#unreadable(socket)
  }

  isFree(frame: Frame): boolean {
    return frame.type === 'typing'
  }

  closed(socket: MemberSocket): void {
    const { session } = socket
    if (!session) return
    const { shopId, member } = session
    this.#ofShop.remove(shopId, socket)
    this.#ofMember.remove(`${shopId} ${member.id}`, socket)
    this.#options.hub.unsubscribeStore(shopId, session)
    this.#options.presence.go(shopId, 'member', member.id)
    for (const id of [...session.watches.keys()]) this.#unwatch(session, id)
  }

  caughtUp(socket: MemberSocket): void {
    socket.push('{"type":"resync"}')
    const session = socket.session as MemberSession
    for (const id of session.watches.keys()) this.#options.hub.touch(session.shopId, id)
  }

  async #watch(socket: MemberSocket, session: MemberSession, id: string, revision: unknown): Promise<void> {
    if (session.watches.has(id)) this.#unwatch(session, id)
    if (session.watches.size >= WATCHED_MAX) {
      socket.close(CLOSE.tooMany, 'too many conversations watched')
      return
    }
    const conversation = await findConversation(session.shop, id).catch(() => undefined)
    if (conversation?.id !== id || !(await mayOpen(session.shop, session.access, conversation))) {
      socket.push(JSON.stringify({ type: 'removed', conversationId: id }))
      return
    }
    if (socket.readyState !== socket.OPEN) return
    const watch = new Watch(socket, session, { id, sessionId: browsingSession(conversation) })
    const isKnown = typeof revision === 'number' && Number.isSafeInteger(revision) && revision >= 0
    watch.revision = isKnown ? revision : await this.#newest(session.shop, id)
    if (socket.readyState !== socket.OPEN) return
    session.watches.set(id, watch)
    this.#options.hub.subscribe(session.shopId, id, watch)
    this.#options.hub.touch(session.shopId, id)
    this.#viewers.come(session.shopId, id, session.member.id)
  }

  /** Without a revision the newest messages are sent. */
  async #newest(shop: Shop, id: string): Promise<number> {
    const conversation = await findLiveConversation(shop, id)
    return Math.max(0, (conversation?.revision ?? 0) - VISITOR_MESSAGES_PAGE.max)
  }

  #unwatch(session: MemberSession, id: string): void {
    const watch = session.watches.get(id)
    if (!watch) return
    session.watches.delete(id)
    this.#options.hub.unsubscribe(session.shopId, id, watch)
    this.#typing.end(session.shopId, session.typing(id, false))
    this.#viewers.go(session.shopId, id, session.member.id)
  }

  #unreadable(socket: MemberSocket): void {
    socket.close(CLOSE.unreadable, 'not a frame of this socket')
  }

  #sendTyping(shopId: string, { kind: _, id, ...typing }: TypingSignal): void {
    const sockets = this.#ofShop.of(shopId)
    if (sockets.length === 0) return
    const { from, memberId, name, active } = typing
    const text = JSON.stringify({ type: 'typing', conversationId: id, from, memberId, name, active })
    for (const socket of sockets) {
      // Whether a limited member may see a conversation is known of those on screen.
      if (socket.session?.access && !socket.session.watches.has(id)) continue
      socket.push(text, { mayLag: true })
    }
  }

  /** A conversation that was another member's or team's: who saw it, and does not see it now, is to drop it. */
  #noteMove(shopId: string, { id, ...before }: Moved): void {
    for (const { session } of this.#ofShop.of(shopId)) {
      if (session?.access && maySee(session.access, before)) session.moved.add(id)
    }
  }

  /** Reads again which conversations members may see. Those who see others now load their lists again. */
  async #judgeAccess(shopId: string): Promise<void> {
    const sessions = this.#ofShop.of(shopId).flatMap(({ session }) => session ?? [])
    try {
      const found = await findAccess(this.#options.database.shop(shopId), [
        ...new Set(sessions.map(({ member }) => member.id)),
      ])
      for (const session of sessions) {
        const access = found.get(session.member.id) ?? null
        if (JSON.stringify(access) === JSON.stringify(session.access)) continue
        session.access = access
        for (const id of [...session.watches.keys()]) {
          const conversation = await findConversation(session.shop, id)
          if (conversation && !(await mayOpen(session.shop, access, conversation))) session.drop(id)
        }
        session.resync()
      }
    } catch {
      setTimeout(() => void this.#judgeAccess(shopId), AGAIN_MS).unref() // the database is away
    }
  }

  /** Tells those who have such a conversation on screen that what stands beside it is no longer as they know it. */
  #sendDetails(shopId: string, fits: (watch: Watch, id: string) => boolean): void {
    for (const socket of this.#ofShop.of(shopId)) {
      for (const [conversationId, watch] of socket.session?.watches ?? []) {
        if (fits(watch, conversationId))
          socket.push(JSON.stringify({ type: 'details', conversationId }), { mayLag: true })
      }
    }
  }

  async #sendTeam(shopId: string): Promise<void> {
    const sockets = this.#ofShop.of(shopId)
    if (sockets.length === 0) return
    const memberIds = await this.#options.presence.team(shopId).catch(() => null)
    if (!memberIds) return
    const text = JSON.stringify({ type: 'team', memberIds })
    for (const socket of sockets) socket.push(text, { mayLag: true })
  }
}
