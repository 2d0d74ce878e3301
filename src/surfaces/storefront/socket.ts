import { VISITOR_NAME } from '#core/conversations/senders.ts'
import { ParleyError } from '#core/errors.ts'
import { SOCKETS_PER_PERSON, SOCKETS_PER_STORE } from '#core/limits.ts'
import { describeStanding, type Known, markReadByCustomer } from '#core/visitors/conversations.ts'
import { addPages } from '#core/visitors/tracking.ts'
import { requireVisitor, requireVisitorById, type Visitor } from '#core/visitors/visitors.ts'
import type { BusMessage } from '#database/bus/messages.ts'
import type { Database, Shop } from '#database/database.ts'
import { Groups } from '#surfaces/realtime/registry.ts'
import { CLOSE, type Frame, type LiveSocket, type SocketKind } from '#surfaces/realtime/socket.ts'
import { TypingTimers } from '#surfaces/realtime/typing.ts'
import { isRevision, readKnown, readPages } from './frames.ts'
import type { Storefront } from './parts.ts'
import { type Typing, VisitorSession } from './visitor-session.ts'

type VisitorSocket = LiveSocket<VisitorSession>

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
    database.bus.subscribe((shopId, signal) => this.#receive(shopId, signal))
    database.bus.onGap(() => void this.#renewAll())
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
    await this.#sendStanding(socket, socket.session, visitor, known)
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
        return this.#sendStanding(socket, session, await requireVisitorById(shop, session.visitorId), known)
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
    this.#setContact(session, null)
  }

  /** Visitors' sockets are never left out: a slow one is closed, and resumes. */
  caughtUp(): void {}

  /** Sends the current state, and changes from then on. */
  async #sendStanding(socket: VisitorSocket, session: VisitorSession, visitor: Visitor, known: Known): Promise<void> {
    const { shop } = session
    const { hub, presence } = this.#storefront.realtime
    session.revision = null // changes are not sent until the state is
    session.sessionId = visitor.sessionId
    this.#setContact(session, visitor.contactId)
    const [standing, team] = await Promise.all([describeStanding(shop, visitor, known), presence.team(shop.shopId)])
    if (socket.readyState !== socket.OPEN) return
    const id = standing.conversation?.id ?? null
    if (session.conversationId !== id) {
      this.#leaveConversation(socket, session)
      session.conversationId = id
      if (id !== null) {
        hub.subscribe(session.shopId, id, session)
        this.#ofConversation.add(`${session.shopId} ${id}`, socket)
      }
    }
    session.name = standing.visitor.name ?? standing.visitor.email ?? VISITOR_NAME
    const { revision, ...state } = standing
    socket.push(JSON.stringify({ type: 'ready', ...state, online: team.length > 0 }))
    session.revision = revision
    // Something may have changed between the read and the subscription.
    if (id !== null) hub.touch(session.shopId, id)
  }

  #leaveConversation(socket: VisitorSocket, session: VisitorSession): void {
    const { shopId, conversationId } = session
    if (conversationId === null) return
    this.#storefront.realtime.hub.unsubscribe(shopId, conversationId, session)
    this.#ofConversation.remove(`${shopId} ${conversationId}`, socket)
    this.#typing.end(shopId, session.typing(false))
    session.conversationId = null
  }

  /** The contact that this socket shows as connected, from now on; null for none. */
  #setContact(session: VisitorSession, contactId: string | null): void {
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
      const visitor = await requireVisitorById(session.shop, session.visitorId)
      await markReadByCustomer(session.shop, visitor, session.conversationId as string, revision)
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error // else: the conversation is gone, and the socket hears of it
    }
  }

  #receive(shopId: string, signal: BusMessage): void {
    if (signal.kind === 'visitor') {
      for (const socket of this.#ofVisitor.of(`${shopId} ${signal.id}`)) void this.#renew(socket, signal.what)
    }
    if (signal.kind === 'typing' && signal.from === 'member') this.#sendTyping(shopId, signal)
    if (signal.kind === 'team') void this.#sendOnline(shopId)
    if (signal.kind === 'uninstalled') {
      for (const socket of this.#ofShop.of(shopId)) socket.close(CLOSE.credential, 'ended')
    }
    if (signal.kind === 'removed') {
      for (const socket of this.#ofConversation.of(`${shopId} ${signal.id}`)) void this.#renew(socket, 'renewed')
    }
  }

  /** Messages may have been missed: each socket in turn is sent the current state. */
  async #renewAll(): Promise<void> {
    for (const shopId of this.#ofShop.keys()) {
      for (const socket of this.#ofShop.of(shopId)) if (socket.session) await this.#renew(socket, 'renewed')
    }
  }

  async #renew(socket: VisitorSocket, what: 'ended' | 'renewed'): Promise<void> {
    const session = socket.session as VisitorSession
    if (what === 'ended') {
      socket.push('{"type":"ended"}')
      socket.close(CLOSE.credential, 'ended')
      return
    }
    try {
      await this.#sendStanding(socket, session, await requireVisitorById(session.shop, session.visitorId), {})
    } catch {
      socket.close(CLOSE.full, 'try again')
    }
  }

  #sendTyping(shopId: string, { id, active, name, avatarUrl }: Typing): void {
    const sockets = this.#ofConversation.of(`${shopId} ${id}`)
    if (sockets.length === 0) return
    const text = JSON.stringify({ type: 'typing', active, name, avatarUrl: avatarUrl || null })
    for (const socket of sockets) socket.push(text)
  }

  /** Whether a member is online now. */
  async #sendOnline(shopId: string): Promise<void> {
    const sockets = this.#ofShop.of(shopId)
    if (sockets.length === 0) return
    const team = await this.#storefront.realtime.presence.team(shopId).catch(() => null)
    if (!team) return
    const text = JSON.stringify({ type: 'online', online: team.length > 0 })
    for (const socket of sockets) socket.push(text)
  }
}

function refuse(socket: VisitorSocket, code: number): void {
  const reason =
    code === CLOSE.credential ? 'unknown or ended token' : code === CLOSE.unreadable ? 'not a frame' : 'full'
  socket.close(code, reason)
}
