import { Socket } from 'node:net'

/** What the client's types leave out: where a connection may lead to, of which each try takes the next. */
interface Target {
  path?: string | false
  host: string[]
  port: number[]
}

/** From so many bytes on, the client writes before it has all statements of a turn of the event loop. */
const WRITTEN_EARLY = 1024

/** Makes the sockets of one client, for its option `socket`. They are still connecting: what is written waits. */
export function batchedSockets(): (target: Target) => Socket {
  let tries = 0
  return ({ path, host, port }) => {
    const socket = new Socket()
    const at = tries++ % host.length
    // The client listens to errors only once it has the socket, and to `drain` last: one that fails at once would end the process.
    socket.on('newListener', function connect(event) {
      if (event !== 'drain') return
      socket.off('newListener', connect)
      if (path) socket.connect(path)
      else socket.connect(port[at] as number, host[at] as string)
      batch(socket)
    })
    return socket
  }
}

/**
 * Statements that are given in one turn of the event loop leave together. Postgres.js collects them, but writes whenever it
 * has 1 KB: a reply took four writes where two do, each of which wakes the database (docs/decisions/0095-fewer-writes.md).
 */
function batch(socket: Socket): void {
  const write = socket.write.bind(socket) as (chunk: Uint8Array, ...rest: unknown[]) => boolean
  // No class of its own, for `connect` gives each socket the method of Node's.
  socket.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
    const isEarly = chunk.length >= WRITTEN_EARLY
    if (isEarly && socket.writableCorked === 0) {
      socket.cork()
      // What follows is written in this turn's check phase, where this may stand before it: so in the next one.
      setImmediate(() => setImmediate(() => socket.uncork()))
    }
    const isTaken = write(chunk as Uint8Array, ...rest)
    if (!isEarly) socket.uncork()
    return isTaken
  }
}
