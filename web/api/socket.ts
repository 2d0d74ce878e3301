import type { Conversation, Message } from './records.ts'
import { withStore } from './tab-store.ts'

/** Frames that the server sends to members (docs/storefront-protocol.md). */
export type LiveFrame =
  | { type: 'ready'; memberId: string; team: string[] }
  | { type: 'conversation'; conversation: Conversation }
  | { type: 'messages'; conversationId: string; messages: Message[]; revision: number }
  | { type: 'typing'; conversationId: string; from: 'customer' | 'member'; memberId: string | null; name: string; active: boolean } // biome-ignore format: one line a frame
  | { type: 'viewers'; conversationId: string; memberIds: string[] }
  | { type: 'team'; memberIds: string[] }
  | { type: 'details'; conversationId: string }
  | { type: 'draft'; conversationId: string; browser: string }
  | { type: 'notified' }
  | { type: 'views' }
  | { type: 'teams' }
  | { type: 'targets' }
  | { type: 'segments' }
  | { type: 'removed'; conversationId: string }
  | { type: 'resync' }
  | { type: 'pong' }

export type LiveState = 'connecting' | 'live' | 'offline'

const PING_MS = 25_000
const SILENCE_MS = 40_000

interface Handlers {
  frame(frame: LiveFrame): void
  state(state: LiveState): void
  /** The session has ended. */
  refused(): void
}

/** The one live connection. Reconnects by itself, and sooner when the machine wakes up. */
export class LiveConnection {
  readonly #handlers: Handlers
  #socket: WebSocket | undefined
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #lastHeard = 0
  #watched: { id: string; revision: () => number } | undefined
  readonly #timer: ReturnType<typeof setInterval>
  #isClosed = false

  constructor(handlers: Handlers) {
    this.#handlers = handlers
    this.#timer = setInterval(() => this.#beat(), PING_MS)
    addEventListener('online', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.#open()
  }

  /** Says which conversation is on screen; `revision` is how far its messages are known. */
  watch(id: string | undefined, revision: () => number = () => 0): void {
    if (this.#watched && this.#watched.id !== id) this.#send({ type: 'unwatch', conversationId: this.#watched.id })
    this.#watched = id === undefined ? undefined : { id, revision }
    if (id !== undefined) this.#send({ type: 'watch', conversationId: id, revision: revision() })
  }

  typing(conversationId: string, active: boolean): void {
    this.#send({ type: 'typing', conversationId, active })
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    clearTimeout(this.#retry)
    removeEventListener('online', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    this.#socket?.close()
  }

  #open(): void {
    clearTimeout(this.#retry)
    const socket = new WebSocket(withStore(`${location.origin.replace(/^http/, 'ws')}/api/chat/socket`))
    this.#socket = socket
    this.#handlers.state(this.#failures > 1 ? 'offline' : 'connecting')
    socket.onopen = () => {
      this.#lastHeard = Date.now()
      this.#send({ type: 'hello' })
      if (this.#watched) this.watch(this.#watched.id, this.#watched.revision)
    }
    socket.onmessage = ({ data }) => {
      this.#lastHeard = Date.now()
      const frame = JSON.parse(data as string) as LiveFrame
      if (frame.type === 'ready') {
        this.#failures = 0
        this.#handlers.state('live')
      }
      this.#handlers.frame(frame)
    }
    socket.onclose = ({ code }) => {
      if (this.#isClosed || this.#socket !== socket) return
      this.#failures++
      if (code === 4401) this.#handlers.refused()
      this.#handlers.state(this.#failures > 1 ? 'offline' : 'connecting')
      const wait = Math.min(30_000, 1_000 * 2 ** (this.#failures - 1)) * (0.6 + Math.random() * 0.8)
      this.#retry = setTimeout(() => this.#open(), wait)
    }
  }

  #send(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #beat(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    if (Date.now() - this.#lastHeard > SILENCE_MS) {
      this.#reopen()
      return
    }
    this.#send({ type: 'ping' })
  }

  /** After a sleep a dead connection may still look open. */
  readonly #wake = (): void => {
    if (document.hidden || this.#isClosed) return
    if (this.#socket?.readyState === WebSocket.OPEN && Date.now() - this.#lastHeard < SILENCE_MS) {
      this.#send({ type: 'ping' })
      return
    }
    if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#reopen()
  }

  #reopen(): void {
    const former = this.#socket
    this.#socket = undefined
    former?.close()
    this.#failures = 0
    this.#open()
  }
}
