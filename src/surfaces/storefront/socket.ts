import { ParleyError, tooMany, visitorUnknown } from '#core/errors.ts'
import { SOCKETS_PER_PERSON, SOCKETS_PER_STORE } from '#core/limits.ts'
import { findCurrentConversation, markReadByCustomer } from '#core/visitors/conversations.ts'
import { addPages } from '#core/visitors/tracking.ts'
import {
  type ClientState,
  type FoundStanding,
  readStandings,
  type StandingAsked,
} from '#core/visitors/visitor-snapshot.ts'
import { describeProfile, requireVisitorById, type Visitor } from '#core/visitors/visitors.ts'
import type { BusMessage } from '#database/bus/messages.ts'
import type { Database, Shop } from '#database/database.ts'
import { BatchLoader } from '#surfaces/realtime/batch-loader.ts'
import { KeyGroups, StoreGroups } from '#surfaces/realtime/key-groups.ts'
import { SignalMemory } from '#surfaces/realtime/recent-changes.ts'
import { readWithRetry } from '#surfaces/realtime/retry-read.ts'
import { CLOSE, type Frame, type LiveSocket, type SocketKind } from '#surfaces/realtime/socket.ts'
import { TypingTimers } from '#surfaces/realtime/typing.ts'
import { Typists } from '#surfaces/realtime/typists.ts'
import { isRevision, readKnown, readPages } from './frames.ts'
import type { Storefront } from './parts.ts'
import { type Line, type LineStanding, nameOf, type Typing, typingFrame, VisitorSession } from './visitor-session.ts'

type VisitorSocket = LiveSocket<VisitorSession>

/** Lines whose state is read side by side after a gap: few, for who has news waits among them. */
const RENEWED = 50

/** The visitors' sockets (docs/storefront-protocol.md): where things stand, then what changes. */
export class VisitorSockets implements SocketKind<VisitorSession> {
  readonly #storefront: Storefront
  /** By visitor. */
  readonly #lines = new StoreGroups<Line>()
  readonly #ofConversation = new KeyGroups<Line>()
  readonly #standings = new BatchLoader<StandingAsked, FoundStanding | null>(readStandings)
  /** Signals of visitors, of removed conversations and of uninstalled stores, by their ids. */
  readonly #signals = new SignalMemory()
  readonly #typing: TypingTimers
  readonly #typists = new Typists()

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
    const mark = this.#signals.mark()
    let shop: Shop
    let read: Read | null
    try {
      shop = await readWithRetry(socket, () => this.#storefront.stores.find(appId))
      read = await this.#readStanding(socket, shop, { token, known })
    } catch (error) {
      if (error instanceof ParleyError) return refuse(socket, CLOSE.credential)
      throw error
    }
    if (!read) return refuse(socket, CLOSE.credential)
    if (socket.readyState !== socket.OPEN) return
    const { visitor, session, conversation } = read.standing
    const full = this.#add(socket, shop, { id: visitor.id, sessionId: session.id })
    if (full) return refuse(socket, full)
    this.#send(socket, read)
    // What these had while that was read, the line did not hear of.
    const isOld = [visitor.id, conversation?.id ?? '', shop.shopId].some((id) => this.#signals.isSince(id, mark))
    if (isOld) void this.#renew(socket, 'renewed')
  }

  /** Takes a line in, until `leave`; answers the close code where there are too many. */
  #add(line: Line, shop: Shop, visitor: Pick<Visitor, 'id' | 'sessionId'>): number | undefined {
    const { shopId } = shop
    if (this.#lines.size(shopId, visitor.id) >= SOCKETS_PER_PERSON) return CLOSE.tooMany
    if (this.#lines.sizeOfStore(shopId) >= SOCKETS_PER_STORE) return CLOSE.full
    line.session = new VisitorSession(line, shop, visitor)
    this.#lines.add(shopId, visitor.id, line)
    return undefined
  }

  /** Takes in a waiting request, in the place of a socket, until `leave`. */
  join(line: Line, shop: Shop, visitor: Visitor): void {
    if (this.#add(line, shop, visitor)) throw tooMany('Too many tabs wait for news at once; close some.')
  }

  /** Someone types who has no socket. */
  async typeOf(shop: Shop, visitor: Visitor, active: boolean): Promise<void> {
    const current = await findCurrentConversation(shop, visitor)
    if (!current) return
    const session = new VisitorSession({ push() {} }, shop, visitor)
    session.conversationId = current.id
    session.name = nameOf(await describeProfile(shop, visitor))
    this.#typing.set(shop.shopId, session.typing(active))
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
        return this.#sendStanding(socket, readKnown(frame))
      }
      default:
        return refuse(socket, CLOSE.unreadable)
    }
  }

  isFree(frame: Frame): boolean {
    return frame.type === 'typing'
  }

  closed(socket: VisitorSocket): void {
    if (socket.session) this.#endTyping(socket.session)
    this.leave(socket)
  }

  /** Stops sending to the line. */
  leave(line: Line): void {
    const { session } = line
    if (!session) return
    const { shopId, visitorId } = session
    this.#lines.remove(shopId, visitorId, line)
    this.#leaveConversation(line, session)
    this.#setContact(session, null)
  }

  /** Visitors' sockets are never left out: a slow one is closed, and resumes. */
  caughtUp(): void {}

  /** Reads a visitor's state; null if their token is not valid. Retries for a while if the database fails. */
  #readStanding(line: Line, shop: Shop, asked: StandingAsked): Promise<Read | null> {
    const { hub, presence } = this.#storefront.realtime
    return readWithRetry(line, async () => {
      const mark = hub.mark()
      const found = await this.#standings.ask(shop, asked)
      return found && { ...found, mark, online: (await presence.team(shop.shopId)).length > 0 }
    })
  }

  /** Sends the current state, and changes from then on. */
  async #sendStanding(line: Line, known: ClientState): Promise<void> {
    const session = line.session as VisitorSession
    session.revision = null // changes are not sent until the state is
    const read = await this.#readStanding(line, session.shop, { visitorId: session.visitorId, known })
    if (read) this.#send(line, read)
    else end(line)
  }

  #send(line: Line, read: Read): void {
    const { state, revision } = this.#follow(line, read)
    line.push(JSON.stringify({ type: 'ready', ...state }))
    this.#goOn(line.session as VisitorSession, revision, read.mark)
  }

  /** State for a line that polls; changes only wake it. UNAUTHENTICATED if its token ended. */
  async stand(line: Line, known: ClientState): Promise<LineStanding> {
    const session = line.session as VisitorSession
    const { shop, visitorId, conversationId } = session
    const read = await this.#readStanding(line, shop, { visitorId, known })
    if (!read) throw visitorUnknown()
    const standing = this.#follow(line, read)
    if (session.conversationId !== conversationId) this.#goOn(session, standing.revision, read.mark)
    const { shopId } = session
    const typist = session.conversationId === null ? null : this.#typists.of(shopId, session.conversationId)
    return { ...standing, typing: typist ? typingFrame(typist) : null }
  }

  /** Sends what changed after a revision; also between its read and the subscription. */
  #goOn(session: VisitorSession, revision: number, mark: number): void {
    const { shopId, conversationId } = session
    session.revision = revision
    if (conversationId !== null) this.#storefront.realtime.hub.catchUp(shopId, conversationId, mark)
  }

  /** Subscribes the line to the conversation that is shown. */
  #follow(line: Line, { standing, contactId, online }: Read): Omit<LineStanding, 'typing'> {
    const session = line.session as VisitorSession
    const { hub } = this.#storefront.realtime
    const { revision, ...described } = standing
    const state = { ...described, online }
    if (line.readyState !== line.OPEN) return { state, revision }
    session.sessionId = standing.session.id
    this.#setContact(session, contactId)
    const id = standing.conversation?.id ?? null
    if (session.conversationId !== id) {
      this.#endTyping(session)
      this.#leaveConversation(line, session)
      session.conversationId = id
      if (id !== null) {
        hub.subscribe(session.shopId, id, session)
        this.#ofConversation.add(`${session.shopId} ${id}`, line)
      }
    }
    session.name = nameOf(standing.visitor)
    return { state, revision }
  }

  #leaveConversation(line: Line, session: VisitorSession): void {
    const { shopId, conversationId } = session
    if (conversationId === null) return
    this.#storefront.realtime.hub.unsubscribe(shopId, conversationId, session)
    this.#ofConversation.remove(`${shopId} ${conversationId}`, line)
    session.conversationId = null
  }

  #endTyping(session: VisitorSession): void {
    if (session.conversationId !== null) this.#typing.end(session.shopId, session.typing(false))
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
    if (signal.kind === 'visitor' || signal.kind === 'removed') this.#signals.note(signal.id)
    if (signal.kind === 'uninstalled') this.#signals.note(shopId)
    if (signal.kind === 'visitor') {
      for (const socket of this.#lines.of(shopId, signal.id)) void this.#renew(socket, signal.what)
    }
    if (signal.kind === 'typing' && signal.from === 'member') this.#sendTyping(shopId, signal)
    if (signal.kind === 'team') void this.#sendOnline(shopId)
    if (signal.kind === 'uninstalled') {
      for (const socket of this.#lines.ofStore(shopId)) socket.close(CLOSE.credential, 'ended')
    }
    if (signal.kind === 'removed') {
      for (const socket of this.#ofConversation.of(`${shopId} ${signal.id}`)) void this.#renew(socket, 'renewed')
    }
  }

  /** Messages may have been missed: all are sent the current state, some at a time. */
  async #renewAll(): Promise<void> {
    this.#signals.forget()
    for (const shopId of this.#lines.stores()) {
      const lines = this.#lines.ofStore(shopId)
      for (let i = 0; i < lines.length; i += RENEWED) {
        const some = lines.slice(i, i + RENEWED).filter(({ session }) => session)
        await Promise.all(some.map((line) => this.#renew(line, 'renewed')))
      }
    }
  }

  async #renew(line: Line, what: 'ended' | 'renewed'): Promise<void> {
    if (what === 'ended') return end(line)
    await this.#sendStanding(line, {}).catch(() => line.close(CLOSE.full, 'try again'))
  }

  #sendTyping(shopId: string, typing: Typing): void {
    this.#typists.hear(shopId, typing)
    const sockets = this.#ofConversation.of(`${shopId} ${typing.id}`)
    if (sockets.length === 0) return
    const text = JSON.stringify(typingFrame(typing))
    for (const socket of sockets) socket.push(text)
  }

  /** Whether a member is online now. */
  async #sendOnline(shopId: string): Promise<void> {
    const sockets = this.#lines.ofStore(shopId)
    if (sockets.length === 0) return
    const team = await this.#storefront.realtime.presence.team(shopId).catch(() => null)
    if (!team) return
    const text = JSON.stringify({ type: 'online', online: team.length > 0 })
    for (const socket of sockets) socket.push(text)
  }
}

/** A visitor's state, and `Hub.mark` from before it was read. */
interface Read extends FoundStanding {
  mark: number
  online: boolean
}

/** Logged out elsewhere, or redacted. */
function end(line: Line): void {
  line.push('{"type":"ended"}')
  line.close(CLOSE.credential, 'ended')
}

function refuse(socket: VisitorSocket, code: number): void {
  const reason =
    code === CLOSE.credential ? 'unknown or ended token' : code === CLOSE.unreadable ? 'not a frame' : 'full'
  socket.close(code, reason)
}
