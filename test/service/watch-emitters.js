// Preloaded into the service by tests (`NODE_OPTIONS=--import`): says on standard error when something that can fail by
// itself (a stream, a socket, a worker, a client) goes on without an `error` listener. Such an emitter ends the process
// the first time that it fails, and what makes it fail often comes from a stranger.
import { EventEmitter, errorMonitor } from 'node:events'
import { ClientRequest, IncomingMessage, OutgoingMessage } from 'node:http'
import { Server, Socket } from 'node:net'
import { Duplex, Readable, Writable } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** What Node itself looks after: it emits `error` on these only where somebody listens, or never. */
const LOOKED_AFTER = [IncomingMessage, OutgoingMessage]
const LOOKED_AFTER_NAMES = /^(Readable|Writable)WorkerStdio$/
const KINDS = [Readable, Writable, Duplex, Socket, Server, Worker, ClientRequest]
/** Classes of libraries that are no streams and fail by themselves, by name. */
const NAMES = /^(WebSocket|LiveSocket|WebSocketServer|Receiver|Sender|RedisClient|Commander|Pool|Client)$/
const STANDARD = new Set([process.stdin, process.stdout, process.stderr])

const init = EventEmitter.init
const seen = new Set()

EventEmitter.init = function (...options) {
  init.apply(this, options)
  if (!canFail(this)) return
  const { stack } = new Error('made here')
  // What made it has until its own turn is over to listen: until then nothing can happen to it.
  process.nextTick(() => setImmediate(() => check(this, stack)))
}

function canFail(emitter) {
  const name = emitter.constructor?.name ?? ''
  if (LOOKED_AFTER.some((kind) => emitter instanceof kind) || LOOKED_AFTER_NAMES.test(name)) return false
  return KINDS.some((kind) => emitter instanceof kind) || NAMES.test(name)
}

function check(emitter, stack) {
  if (STANDARD.has(emitter) || emitter.destroyed || emitter.closed) return
  if (emitter.listeners('error').length > 0 || emitter.listenerCount(errorMonitor) > 0) return
  const place = `${emitter.constructor?.name} ${stack}`
  if (seen.has(place)) return
  seen.add(place)
  process.stderr.write(`EMITTER WITHOUT ERROR LISTENER: ${place}\n`)
}
