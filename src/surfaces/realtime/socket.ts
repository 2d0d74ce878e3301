import { type RawData, WebSocket } from 'ws'
import { clock } from '#base/clock.ts'
import { isObject } from '#base/objects.ts'
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

/** What sockets of one path share. */
export interface Home<Session = unknown> {
  readonly kind: SocketKind<Session>
  /** Called when a socket has closed. */
  gone(socket: LiveSocket<Session>): void
}

/** An address that sockets come from, and how many; for their limit. */
export interface Place {
  readonly address: string
  sockets: number
}

/**
 * A socket with what is known of it. It extends the library's class, so that an idle one costs a few fields and no
 * closure: thousands are idle for each that talks.
 */
export class LiveSocket<Session = unknown> extends WebSocket {
  home!: Home<Session>
  place!: Place
  /** Identity from the request's own credential, for `hello`: of members, so that others have no room for it. */
  declare credential?: unknown
  /** Set by `hello`. */
  session: Session | null = null
  /** When it last said something; until `hello`, when it opened. In seconds, which cost no object of their own. */
  #heardAt = 0
  /** Frames of a slow member are left out until it has caught up. */
  declare isLagging?: boolean
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

  start(home: Home<Session>, place: Place): void {
    this.home = home
    this.place = place
    this.#heardAt = seconds(clock.now())
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
    return this.isLagging === true
  }

  /** Called every few seconds for all sockets: no timers of their own. */
  check(now: number): void {
    const silentMs = now - this.#heardAt * 1000
    if (!this.session && silentMs > HELLO_MS) this.close(CLOSE.noHello, 'no hello')
    if (silentMs > SILENCE_MS + (this.session ? 0 : HELLO_MS)) this.terminate()
    if (this.isLagging && this.bufferedAmount === 0) {
      this.isLagging = false
      this.home.kind.caughtUp(this)
    }
  }

  receive(data: RawData, isBinary: boolean): void {
    if (this.readyState !== WebSocket.OPEN) return
    const now = clock.now()
    const { kind } = this.home
    const frame = isBinary ? null : readFrame(String(data))
    if (!frame) {
      this.close(CLOSE.unreadable, 'not a JSON object with a type')
      return
    }
    if (!kind.isFree?.(frame) && this.#countFrame(now) > FRAMES_PER_MINUTE) {
      this.close(CLOSE.tooMany, 'too many frames')
      return
    }
    if (this.#isGreeted || frame.type === 'hello') this.#heardAt = seconds(now)
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
    const work = this.#isGreeted ? () => kind.frame(this, frame) : () => kind.hello(this, frame)
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

/** Rounded up, so that nobody is taken to be silent too early. */
function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

function readFrame(text: string): Frame | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && typeof value.type === 'string' ? (value as unknown as Frame) : null
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
  socket.home.kind.closed(socket)
  socket.home.gone(socket)
}
