import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
}

/**
 * Ends connections that are held open and nothing more: a body that stops arriving, an answer that nobody reads. Time
 * in which we ourselves are busy with what has arrived, or have nothing to send yet, does not count.
 */
export function watchConnections(server: Server): void {
  const underWay = new Map<Socket, UnderWay>()
  server.maxConnections = CONNECTIONS.max
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const now = performance.now()
    const start = { receivedThen: socket.bytesRead, receivedAt: now, sentThen: sentTo(socket), sentAt: now }
    const one = { request, response, ...start }
    underWay.set(socket, one)
    response.once('close', () => {
      if (underWay.get(socket) === one) underWay.delete(socket)
    })
  })
  const timer = setInterval(() => {
    for (const [socket, one] of underWay) check(socket, one, performance.now())
  }, CONNECTIONS.checkMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

function check(socket: Socket, one: UnderWay, now: number): void {
  const { request, response } = one
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
  if (now - one.sentAt > CONNECTIONS.stalledMs) socket.destroy()
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
