import { isStorable } from '#base/text.ts'
import { ParleyError } from '#core/errors.ts'
import { SOCKETS_PER_PERSON, SOCKETS_PER_STORE, VISITOR_TYPING_PER_MINUTE } from '#core/limits.ts'
import { toVisitorConversation, toVisitorMessages } from '#core/live.ts'
import { VISITOR_NAME } from '#core/thread.ts'
import { describeStanding, type Known, markReadByCustomer } from '#core/visitor-thread.ts'
import { addPages } from '#core/visitor-tracking.ts'
import { requireVisitor, rereadVisitor, type Visitor } from '#core/visitors.ts'
import type { Database, Shop } from '#storage/database.ts'
import type { Signal } from '#storage/signals.ts'
import { type Follower, newsFor, type Update } from '#surfaces/realtime/hub.ts'
import { Groups } from '#surfaces/realtime/registry.ts'
import { CLOSE, type Frame, type LiveSocket, type SocketKind } from '#surfaces/realtime/socket.ts'
import { TypingTimers } from '#surfaces/realtime/typing.ts'
import type { Storefront } from './storefront.ts'

type VisitorSocket = LiveSocket<VisitorSession>
type Typing = Extract<Signal, { kind: 'typing' }>

/** The visitors' sockets (docs/storefront-protocol.md): where things stand, then what changes. */
export class VisitorSockets implements SocketKind<VisitorSession> {
  readonly #storefront: Storefront
  readonly #ofVisitor = new Groups<VisitorSocket>()
  readonly #ofShop = new Groups<VisitorSocket>()
  readonly #ofConversation = new Groups<VisitorSocket>()
  readonly #typing: TypingTimers

  constructor(storefront: Storefront, database: Database) {
    this.#storefront = storefront
    this.#typing = new TypingTimers(database)
    database.signals.onSignal((shopId, signal) => this.#hear(shopId, signal))
    database.signals.onGap(() => void this.#renewAll())
  }

  async hello(socket: VisitorSocket, frame: Frame): Promise<void> {
    const { appId, token } = frame
    if (typeof appId !== 'string' || typeof token !== 'string') return refuse(socket, CLOSE.unreadable)
    const known = readKnown(frame)
    let shop: Shop
    let visitor: Visitor
    try {
      shop = await this.#storefront.stores.find(appId)
      visitor = await requireVisitor(shop, token)
    } catch (error) {
      if (error instanceof ParleyError) return refuse(socket, CLOSE.credential)
      throw error
    }
    if (socket.readyState !== socket.OPEN) return
    const key = `${shop.shopId} ${visitor.id}`
    if (this.#ofVisitor.size(key) >= SOCKETS_PER_PERSON) return refuse(socket, CLOSE.tooMany)
    if (this.#ofShop.size(shop.shopId) >= SOCKETS_PER_STORE) return refuse(socket, CLOSE.full)
    socket.session = new VisitorSession(socket, shop, visitor)
    this.#ofVisitor.add(key, socket)
    this.#ofShop.add(shop.shopId, socket)
    await this.#stand(socket, socket.session, visitor, known)
  }

  async frame(socket: VisitorSocket, frame: Frame): Promise<void> {
    const session = socket.session as VisitorSession
    const { shop } = session
    switch (frame.type) {
      case 'typing':
        if (typeof frame.active !== 'boolean') return refuse(socket, CLOSE.unreadable)
        return this.#type(session, frame.active)
      case 'read':
        if (!isRevision(frame.revision)) return refuse(socket, CLOSE.unreadable)
        if (session.conversationId === null) return
        return this.#read(session, frame.revision)
      case 'pages': {
        const pages = readPages(frame.pages)
        if (!pages) return refuse(socket, CLOSE.unreadable)
        return addPages(shop, { sessionId: session.sessionId }, pages)
      }
      case 'open': {
        const known = readKnown(frame)
        return this.#stand(socket, session, await rereadVisitor(shop, session.visitorId), known)
      }
      default:
        return refuse(socket, CLOSE.unreadable)
    }
  }

  isFree(frame: Frame): boolean {
    return frame.type === 'typing'
  }

  closed(socket: VisitorSocket): void {
    const { session } = socket
    if (!session) return
    const { shopId, visitorId } = session
    this.#ofVisitor.remove(`${shopId} ${visitorId}`, socket)
    this.#ofShop.remove(shopId, socket)
    this.#leaveConversation(socket, session)
    this.#meet(session, null)
  }

  /** Visitors' sockets are never left out: a slow one is closed, and resumes. */
  caughtUp(): void {}

  /** Tells where things stand, and what changes from then on. */
  async #stand(socket: VisitorSocket, session: VisitorSession, visitor: Visitor, known: Known): Promise<void> {
    const { shop } = session
    const { hub, presence } = this.#storefront.realtime
    session.revision = null // what comes meanwhile waits
    session.sessionId = visitor.sessionId
    this.#meet(session, visitor.contactId)
    const [standing, team] = await Promise.all([describeStanding(shop, visitor, known), presence.team(shop.shopId)])
    if (socket.readyState !== socket.OPEN) return
    const id = standing.conversation?.id ?? null
    if (session.conversationId !== id) {
      this.#leaveConversation(socket, session)
      session.conversationId = id
      if (id !== null) {
        hub.follow(session.shopId, id, session)
        this.#ofConversation.add(`${session.shopId} ${id}`, socket)
      }
    }
    session.name = standing.visitor.name ?? standing.visitor.email ?? VISITOR_NAME
    const { revision, ...told } = standing
    socket.tell(JSON.stringify({ type: 'ready', ...told, online: team.length > 0 }))
    session.revision = revision
    // Between the reading and now something may have changed that nobody told this socket of.
    if (id !== null) hub.touch(session.shopId, id)
  }

  #leaveConversation(socket: VisitorSocket, session: VisitorSession): void {
    const { shopId, conversationId } = session
    if (conversationId === null) return
    this.#storefront.realtime.hub.unfollow(shopId, conversationId, session)
    this.#ofConversation.remove(`${shopId} ${conversationId}`, socket)
    this.#typing.end(shopId, session.typing(false))
    session.conversationId = null
  }

  /** The contact that this socket shows as connected, from now on; null for none. */
  #meet(session: VisitorSession, contactId: string | null): void {
    if (session.contactId === contactId) return
    const { presence } = this.#storefront.realtime
    if (session.contactId !== null) presence.go(session.shopId, 'contact', session.contactId)
    if (contactId !== null) presence.come(session.shopId, 'contact', contactId)
    session.contactId = contactId
  }

  #type(session: VisitorSession, active: boolean): void {
    if (session.conversationId === null) return
    if (active && !session.mayType()) return
    this.#typing.set(session.shopId, session.typing(active))
  }

  async #read(session: VisitorSession, revision: number): Promise<void> {
    try {
      const visitor = await rereadVisitor(session.shop, session.visitorId)
      await markReadByCustomer(session.shop, visitor, session.conversationId as string, revision)
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error // else: the conversation is gone, and the socket hears of it
    }
  }

  #hear(shopId: string, signal: Signal): void {
    if (signal.kind === 'visitor') {
      for (const socket of this.#ofVisitor.of(`${shopId} ${signal.id}`)) void this.#renew(socket, signal.what)
    }
    if (signal.kind === 'typing' && signal.from === 'member') this.#tellTyping(shopId, signal)
    if (signal.kind === 'team') void this.#tellOnline(shopId)
    if (signal.kind === 'removed') {
      for (const socket of this.#ofConversation.of(`${shopId} ${signal.id}`)) void this.#renew(socket, 'renewed')
    }
  }

  /** Something may have been missed: one after the other is told where things stand. */
  async #renewAll(): Promise<void> {
    for (const shopId of this.#ofShop.keys()) {
      for (const socket of this.#ofShop.of(shopId)) if (socket.session) await this.#renew(socket, 'renewed')
    }
  }

  async #renew(socket: VisitorSocket, what: 'ended' | 'renewed'): Promise<void> {
    const session = socket.session as VisitorSession
    if (what === 'ended') {
      socket.tell('{"type":"ended"}')
      socket.close(CLOSE.credential, 'ended')
      return
    }
    try {
      await this.#stand(socket, session, await rereadVisitor(session.shop, session.visitorId), {})
    } catch {
      socket.close(CLOSE.full, 'try again')
    }
  }

  #tellTyping(shopId: string, { id, active, name, avatarUrl }: Typing): void {
    const sockets = this.#ofConversation.of(`${shopId} ${id}`)
    if (sockets.length === 0) return
    const text = JSON.stringify({ type: 'typing', active, name, avatarUrl: avatarUrl || null })
    for (const socket of sockets) socket.tell(text)
  }

  /** Told only where it is not what was told last: members come and go more often than a team does. */
  async #tellOnline(shopId: string): Promise<void> {
    const sockets = this.#ofShop.of(shopId)
    if (sockets.length === 0) return
    const team = await this.#storefront.realtime.presence.team(shopId).catch(() => null)
    if (!team) return
    const text = JSON.stringify({ type: 'online', online: team.length > 0 })
    for (const socket of sockets) socket.tell(text)
  }
}

/** A visitor's socket as the hub sees it: few fields, for thousands are idle. */
class VisitorSession implements Follower {
  readonly shop: Shop
  readonly visitorId: string
  sessionId: string
  contactId: string | null = null
  conversationId: string | null = null
  revision: number | null = null
  name = VISITOR_NAME
  readonly #socket: VisitorSocket
  #typingMinute = 0
  #typed = 0

  constructor(socket: VisitorSocket, shop: Shop, visitor: Visitor) {
    this.#socket = socket
    this.shop = shop
    this.visitorId = visitor.id
    this.sessionId = visitor.sessionId
  }

  get shopId(): string {
    return this.shop.shopId
  }

  /** Followers that have seen the same get the same text: it is made once. */
  async changed(update: Update): Promise<void> {
    const since = this.revision
    if (since === null) return
    const { messages, now } = newsFor(update, since)
    const key = `visitor ${since}`
    let text = update.texts.get(key)
    if (!text) {
      text = toVisitorConversation(this.shop, update.thread).then((conversation) =>
        JSON.stringify({ type: 'changes', conversation, messages: toVisitorMessages(messages) }),
      )
      update.texts.set(key, text)
    }
    const ready = await text
    if (this.revision !== since) return // told otherwise meanwhile
    this.revision = now
    this.#socket.tell(ready)
  }

  /** The sockets' kind hears of it, and tells where things stand then. */
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

function refuse(socket: VisitorSocket, code: number): void {
  const reason =
    code === CLOSE.credential ? 'unknown or ended token' : code === CLOSE.unreadable ? 'not a frame' : 'full'
  socket.close(code, reason)
}

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function readKnown({ conversationId, revision }: Frame): Known {
  return {
    conversationId:
      typeof conversationId === 'string' && conversationId.length <= 128 && isStorable(conversationId)
        ? conversationId
        : undefined,
    revision: isRevision(revision) ? revision : undefined,
  }
}

function readPages(value: unknown): { url: string; title?: string; viewedAt?: string }[] | null {
  if (!Array.isArray(value) || value.length > 50) return null
  const isText = (text: unknown) => typeof text === 'string' && isStorable(text)
  const isGood = value.every(
    (page) =>
      page !== null &&
      typeof page === 'object' &&
      isText(page.url) &&
      (page.title === undefined || isText(page.title)) &&
      (page.viewedAt === undefined || isText(page.viewedAt)),
  )
  return isGood ? value : null
}
