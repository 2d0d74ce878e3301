import { type RawData, WebSocket } from 'ws'
import { clock } from '#base/clock.ts'
import { FRAMES_PER_MINUTE, HELLO_MS, SILENCE_MS, SLOW_BYTES, STUCK_BYTES } from '#core/limits.ts'

/** Why a socket is closed (docs/storefront-protocol.md). */
export const CLOSE = {
  leaving: 1001,
  full: 1013,
  unreadable: 4400,
  credential: 4401,
  origin: 4403,
  noHello: 4408,
  tooMany: 4429,
} as const

/** A frame from a client: an object with a type. Nothing else of it is known. */
export interface Frame extends Record<string, unknown> {
  type: string
}

/** What a kind of socket does. One object serves all sockets of its kind: a socket itself holds no functions. */
export interface SocketKind<Session> {
  hello(socket: LiveSocket<Session>, frame: Frame): Promise<void>
  frame(socket: LiveSocket<Session>, frame: Frame): Promise<void> | void
  closed(socket: LiveSocket<Session>): void
  /** Frames were left out while it was slow; it has caught up now. */
  caughtUp(socket: LiveSocket<Session>): void
  /** Frames that do not count against the socket's minute; they have a limit of their own. */
  isFree?(frame: Frame): boolean
}

/**
 * A socket with what is known of it. It extends the library's class, so that an idle one costs a few fields and no
 * closure: thousands are idle for each that talks.
 */
export class LiveSocket<Session = unknown> extends WebSocket {
  kind!: SocketKind<Session>
  /** Where it comes from; for the limit of sockets an address. */
  address = ''
  /** Called when it has closed. */
  gone!: (socket: LiveSocket) => void
  /** Who a request's own credential says this is, for `hello`. */
  credential: unknown = null
  /** Set by `hello`. */
  session: Session | null = null
  heardAt = 0
  openedAt = 0
  /** Frames of a slow member are left out until it has caught up. */
  isLagging = false
  #isGreeted = false
  #minute = 0
  #frames = 0
  /** Frames are handled one after the other: their order means something. */
  #queue: Promise<void> | null = null
  #queued = 0

  /** Made by the library, for sockets that are refused too: each hears of its errors from its first moment. */
  constructor(...options: ConstructorParameters<typeof WebSocket>) {
    super(...options)
    this.on('error', onError)
  }

  start(kind: SocketKind<Session>, address: string, gone: (socket: LiveSocket) => void): void {
    this.kind = kind
    this.address = address
    this.gone = gone
    this.openedAt = this.heardAt = clock.now()
    this.on('message', onMessage)
    this.on('close', onClose)
  }

  /** Sends a frame. A visitor's socket that lets too much pile up is closed: it resumes by revision when it is back. */
  push(text: string, { mayLag = false } = {}): void {
    if (this.readyState !== WebSocket.OPEN) return
    if (this.bufferedAmount > STUCK_BYTES) {
      this.terminate()
      return
    }
    if (mayLag && this.isSlow()) return
    this.send(text)
  }

  /** Whether it has to be left out for now; `caughtUp` follows. */
  isSlow(): boolean {
    if (this.bufferedAmount > SLOW_BYTES) this.isLagging = true
    return this.isLagging
  }

  /** Called every few seconds for all sockets: no timers of their own. */
  check(now: number): void {
    if (!this.session && now - this.openedAt > HELLO_MS) this.close(CLOSE.noHello, 'no hello')
    if (now - this.heardAt > SILENCE_MS + (this.session ? 0 : HELLO_MS)) this.terminate()
    if (this.isLagging && this.bufferedAmount === 0) {
      this.isLagging = false
      this.kind.caughtUp(this)
    }
  }

  receive(data: RawData, isBinary: boolean): void {
    if (this.readyState !== WebSocket.OPEN) return
    const now = clock.now()
    this.heardAt = now
    const frame = isBinary ? null : readFrame(String(data))
    if (!frame) {
      this.close(CLOSE.unreadable, 'not a JSON object with a type')
      return
    }
    if (!this.kind.isFree?.(frame) && this.#countFrame(now) > FRAMES_PER_MINUTE) {
      this.close(CLOSE.tooMany, 'too many frames')
      return
    }
    if (frame.type === 'ping') {
      this.push('{"type":"pong"}')
      return
    }
    if (!this.#isGreeted && frame.type !== 'hello') {
      this.close(CLOSE.unreadable, 'say hello first')
      return
    }
    if (this.#isGreeted && frame.type === 'hello') {
      this.close(CLOSE.unreadable, 'hello is said once')
      return
    }
    const work = this.#isGreeted ? () => this.kind.frame(this, frame) : () => this.kind.hello(this, frame)
    this.#isGreeted = true
    if (++this.#queued > FRAMES_PER_MINUTE) {
      this.close(CLOSE.tooMany, 'too many frames at once')
      return
    }
    const turn = (this.#queue ?? Promise.resolve())
      .then(() => (this.readyState === WebSocket.OPEN ? work() : undefined))
      // What went wrong is the database's doing: the client comes back, and by then it may be there.
      .catch(() => this.close(CLOSE.full, 'try again'))
      .finally(() => {
        this.#queued--
        if (this.#queue === turn) this.#queue = null
      })
    this.#queue = turn
  }

  #countFrame(now: number): number {
    const minute = Math.floor(now / 60_000)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#frames = 0
    }
    return ++this.#frames
  }
}

function readFrame(text: string): Frame | null {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
    return typeof (value as Frame).type === 'string' ? (value as Frame) : null
  } catch {
    return null
  }
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  ;(this as LiveSocket).receive(data, isBinary)
}

/** A frame that is too large or no WebSocket at all: the library closes the socket, and that is all there is to do. */
function onError(): void {}

function onClose(this: WebSocket): void {
  const socket = this as LiveSocket
  socket.kind.closed(socket)
  socket.gone(socket)
}
