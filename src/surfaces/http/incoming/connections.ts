import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { CONNECTIONS } from '#core/limits.ts'
import { endWith } from './unreadable.ts'

/** Options of Node's own server: how long headers may take, and how long a connection may wait for its next request. */
export const TIMEOUTS = {
  http: { headersTimeout: CONNECTIONS.headersMs, connectionsCheckingInterval: CONNECTIONS.checkMs },
  // Bodies are judged by their progress (watchConnections): an import may take hours.
  requestTimeout: 0,
  keepAliveTimeout: CONNECTIONS.idleMs,
} as const

/** A request under way, and how far it was when that was last looked at. */
interface UnderWay {
  request: IncomingMessage
  response: ServerResponse
  receivedThen: number
  receivedAt: number
  sentThen: number
  sentAt: number
  /** When the answer was written while the body still came, which is read on and dropped. */
  lingersSince?: number
}

/**
 * Ends connections that are held open and nothing more: a body that stops arriving, an answer that nobody reads. Time
 * in which we ourselves are busy with what has arrived, or have nothing to send yet, does not count. What a client still
 * sends of a body that was refused is read and dropped for a while: a connection that closes at once would take the
 * answer with it, for a client that is still writing.
 */
export function watchConnections(server: Server): void {
  const underWay = new Map<Socket, UnderWay>()
  server.maxConnections = CONNECTIONS.max
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const now = performance.now()
    const start = { receivedThen: socket.bytesRead, receivedAt: now, sentThen: sentTo(socket), sentAt: now }
    const one: UnderWay = { request, response, ...start }
    underWay.set(socket, one)
    const forget = () => {
      if (underWay.get(socket) === one) underWay.delete(socket)
    }
    response.once('close', () => {
      if (request.complete || socket.destroyed) return forget()
      one.lingersSince = performance.now()
      request.once('close', forget).resume()
    })
  })
  const timer = setInterval(() => {
    for (const [socket, one] of underWay) check(socket, one, performance.now())
  }, CONNECTIONS.checkMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

function check(socket: Socket, one: UnderWay, now: number): void {
  const { request, response, lingersSince = now } = one
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
  if (now - one.sentAt > CONNECTIONS.stalledMs || now - lingersSince > CONNECTIONS.lingerMs) socket.destroy()
  else if (now - one.receivedAt > CONNECTIONS.stalledMs) endLate(socket, request, response)
}

/** Bytes that have left for the client. Node counts what it handed over; the handle knows what of it still waits. */
function sentTo(socket: Socket): number {
  const { _handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return _handle ? _handle.bytesWritten - _handle.writeQueueSize : 0
}

function endLate(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || !socket.writable) return void socket.destroy()
  endWith(socket, '408 Request Timeout', 'The body took too long to arrive.', request.method === 'HEAD')
}

/** Leaves a connection open that the framework would close because it did not read a body: here it is read and dropped. */
export function goOn(reply: FastifyReply): void {
  if (reply.statusCode >= 400 && reply.server.server.listening) reply.removeHeader('connection')
}
