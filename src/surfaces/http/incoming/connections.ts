import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CONNECTIONS } from '#core/limits.ts'
import { endWith } from './unreadable.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** A connection has become a WebSocket: it has no more requests that could be held open, and nothing is kept of it. */
    unwatch(socket: Duplex): void
  }
}

/** Options of Node's own server: how long headers may take, and how long a connection may wait for its next request. */
export const TIMEOUTS = {
  http: { headersTimeout: CONNECTIONS.headersMs, connectionsCheckingInterval: CONNECTIONS.checkMs },
  // Bodies are judged by their progress (watchConnections): an import may take hours.
  requestTimeout: 0,
  keepAliveTimeout: CONNECTIONS.idleMs,
} as const

/** How long a new connection gets for the first byte of its request when the service stops. */
const UNUSED_MS = 500

export interface ConnectionWatch {
  /** Ends the watch over one connection. */
  unwatch(socket: Duplex): void
  /**
   * Closes connections that wait for their first request, as browsers and agents open ahead of time, or for their next
   * one. Node's own `closeIdleConnections` takes the former for busy, which would hold up a stop until they time out.
   */
  closeUnused(): void
}

/** A connection's newest request, and how far it was when that was last looked at. */
interface Watched {
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  /** Whether it was opened since the last look. */
  isNew: boolean
  receivedThen: number
  /** Before the first request: when the connection was accepted. */
  receivedAt: number
  sentThen: number
  sentAt: number
  /** When it was first seen that the answer was written while the body still came. */
  lingersSince: number | undefined
}

/**
 * Ends connections that are held open and nothing more: a body that stops arriving, an answer that nobody reads. Time
 * in which we ourselves are busy with what has arrived, or have nothing to send yet, does not count. What a client still
 * sends of a body that was refused is read and dropped for a while: a connection that closes at once would take the
 * answer with it, for a client that is still writing. A request costs nothing here but to be noted.
 */
export function watchConnections(server: Server): ConnectionWatch {
  const watched = new Map<Duplex, Watched>()
  // One function for all: of ten thousand idle sockets each would keep its own.
  function forget(this: Socket): void {
    watched.delete(this)
  }
  server.maxConnections = CONNECTIONS.max
  server.on('connection', (socket) => {
    // Node keeps an address that was read, and knows none of a connection that has ended: it is read while it can be.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const none = { request: undefined, response: undefined, isNew: false, lingersSince: undefined }
    watched.set(socket, { ...none, receivedThen: 0, receivedAt: performance.now(), sentThen: 0, sentAt: 0 })
    socket.on('close', forget)
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const one = watched.get(request.socket)
    if (!one) return
    one.request = request
    one.response = response
    one.isNew = true
  })
  const timer = setInterval(() => {
    for (const [socket, one] of watched) check(socket as Socket, one, performance.now())
  }, CONNECTIONS.checkMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
  return {
    unwatch(socket) {
      socket.off('close', forget)
      watched.delete(socket)
    },
    closeUnused() {
      const now = performance.now()
      for (const [socket, { request, receivedAt }] of watched) {
        const isUnused = !request && (socket as Socket).bytesRead === 0
        if (isUnused && now - receivedAt > UNUSED_MS) socket.destroy()
      }
      server.closeIdleConnections()
    },
  }
}

function check(socket: Socket, one: Watched, now: number): void {
  const { request, response } = one
  if (!request || !response || (response.closed && request.complete)) return
  if (one.isNew) {
    const start = { receivedThen: socket.bytesRead, receivedAt: now, sentThen: sentTo(socket), sentAt: now }
    Object.assign(one, start, { isNew: false, lingersSince: undefined })
    return
  }
  if (response.closed) one.lingersSince ??= now
  const isOurTurn = request.complete || request.readableLength > 0 // what has come is not taken yet
  if (isOurTurn || socket.bytesRead - one.receivedThen >= CONNECTIONS.bytes) {
    one.receivedThen = socket.bytesRead
    one.receivedAt = now
  }
  const sent = sentTo(socket)
  if (socket.writableLength === 0 || sent - one.sentThen >= CONNECTIONS.bytes) {
    one.sentThen = sent
    one.sentAt = now
  }
  const lingers = now - (one.lingersSince ?? now)
  if (now - one.sentAt > CONNECTIONS.stalledMs || lingers > CONNECTIONS.lingerMs) socket.destroy()
  else if (now - one.receivedAt > CONNECTIONS.stalledMs) endLate(socket, request, response)
}

/** Bytes that have left for the client. Node counts what it passed on; the handle knows what of it still waits. */
function sentTo(socket: Socket): number {
  const { _handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return _handle ? _handle.bytesWritten - _handle.writeQueueSize : 0
}

function endLate(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || !socket.writable) return void socket.destroy()
  endWith(socket, '408 Request Timeout', 'The body took too long to arrive.', request.method === 'HEAD')
}

/** Leaves a connection open that the framework would close because it did not read a body: it is read and dropped. */
export function goOn(reply: FastifyReply): void {
  if (reply.statusCode < 400) return
  const { raw } = reply.request
  if (!raw.complete) reply.raw.once('close', () => raw.resume())
  if (reply.server.server.listening) reply.removeHeader('connection')
}
