import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { type WebSocket, WebSocketServer } from 'ws'
import { clock } from '#base/clock.ts'
import { networkOf } from '#base/network.ts'
import { FRAME_BYTES_MAX, SOCKETS_PER_PROCESS } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { createAddressReader } from '#surfaces/http/incoming/address.ts'
import { CLOSE, type Home, LiveSocket, type Place, type SocketKind } from './socket.ts'

const CHECK_MS = 5_000
/** Sockets that leave within this time leave together. */
const LEAVE_STEP_MS = 10
const STOPS = 'the server stops'

/** A path where sockets are taken. `mayOpen` is asked before; what it refuses is closed with 4403. */
export interface SocketRoute<Session> {
  kind: SocketKind<Session>
  mayOpen(request: IncomingMessage): boolean
  /** For a credential that comes with the request: answers the session, or null (4401). */
  authenticate?(request: IncomingMessage): Promise<unknown>
}

export interface SocketServerOptions {
  /** Sockets of one address; 0 for no limit. */
  perAddress: number
  /** Peers whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** Whether a request was sent to a host that serves no sockets: a store's own domain. */
  isOwnHost: (request: IncomingMessage) => boolean
  registry: Registry
}

/** All sockets of this process: opens, counts, checks and closes them. */
export class SocketServer {
  readonly #routes = new Map<string, SocketRoute<unknown> & Home>()
  readonly #sockets = new Set<LiveSocket>()
  readonly #places = new Map<string, Place>()
  readonly #options: SocketServerOptions
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: FRAME_BYTES_MAX,
    // Compression would keep a window for each socket; frames are small.
    perMessageDeflate: false,
    WebSocket: LiveSocket as never,
  })

  constructor(app: App, options: SocketServerOptions) {
    this.#options = options
    this.#server.on('error', ignore) // without a server of its own it has none to tell of
    const addressOf = createAddressReader(options.trustProxy)
    app.server.on('upgrade', (request, socket, head) => {
      app.unwatch(socket)
      void this.#upgrade(request, socket, head, networkOf(addressOf(request))).catch(() => socket.destroy())
    })
    const timer = setInterval(() => this.#check(), CHECK_MS)
    app.addHook('preClose', (done) => {
      clearInterval(timer)
      // Clients come back to whichever process is there; those that do not answer the close are cut.
      for (const socket of this.#sockets) socket.close(CLOSE.leaving, STOPS)
      setTimeout(() => {
        for (const socket of this.#sockets) socket.terminate()
      }, 500).unref()
      done()
    })
    const sockets = this.#sockets
    new Gauge({
      name: 'parley_open_sockets',
      help: 'Open WebSockets of visitors and members.',
      registers: [options.registry],
      collect() {
        this.set(sockets.size)
      },
    })
  }

  route<Session>(path: string, route: SocketRoute<Session>): void {
    this.#routes.set(path, { ...(route as SocketRoute<unknown>), gone: this.#gone })
  }

  /**
   * Closes the sockets evenly over `ms`, before the server stops: thousands who come back at once would all wait for each
   * other. Those that come meanwhile are closed with the server.
   */
  async leave(ms: number): Promise<void> {
    const sockets = [...this.#sockets]
    const begun = performance.now()
    for (const [i, socket] of sockets.entries()) {
      const early = begun + ((i + 1) * ms) / sockets.length - performance.now()
      if (early > LEAVE_STEP_MS) await sleep(early)
      socket.close(CLOSE.leaving, STOPS)
    }
  }

  async #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, address: string): Promise<void> {
    stream.on('error', ignore)
    const route = this.#routes.get((request.url ?? '').split('?', 1)[0] as string)
    if (!route || this.#options.isOwnHost(request)) {
      refuse(stream, '404 Not Found')
      return
    }
    if (this.#sockets.size >= SOCKETS_PER_PROCESS) {
      refuse(stream, '503 Service Unavailable')
      return
    }
    const place = this.#places.get(address) ?? { address, sockets: 0 }
    const { perAddress } = this.#options
    if (perAddress > 0 && place.sockets >= perAddress) {
      refuse(stream, '429 Too Many Requests')
      return
    }
    place.sockets++ // before anything is waited for
    this.#places.set(address, place)
    let isTaken = false
    try {
      // Browsers hide the status of a refused upgrade from their page: a close code tells it.
      const isAllowed = route.mayOpen(request)
      const session = isAllowed && route.authenticate ? await route.authenticate(request) : null
      if (stream.destroyed) return
      this.#server.handleUpgrade(request, stream, head, (opened: WebSocket) => {
        stream.off('error', ignore) // the library listens from now on
        const socket = opened as unknown as LiveSocket
        if (!isAllowed) {
          socket.close(CLOSE.origin, 'this page may not connect')
          return
        }
        if (route.authenticate && !session) {
          socket.close(CLOSE.credential, 'sign in first')
          return
        }
        isTaken = true
        if (session) socket.credential = session
        socket.start(route, place)
        this.#sockets.add(socket)
      })
    } finally {
      // One that is taken reports its own end, without a listener more on each stream.
      if (!isTaken) {
        if (stream.destroyed) this.#leave(place)
        else stream.once('close', () => this.#leave(place))
      }
    }
  }

  readonly #gone = (socket: LiveSocket): void => {
    this.#sockets.delete(socket)
    this.#leave(socket.place)
  }

  #leave(place: Place): void {
    if (--place.sockets === 0) this.#places.delete(place.address)
  }

  #check(): void {
    const now = clock.now()
    for (const socket of this.#sockets) socket.check(now)
  }
}

function ignore(): void {}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
