import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, so that none of these takes the port. */
const FIRST = 30_000
const LAST = 32_000

/** A port that nobody else can listen on until it is let go. Who connects meanwhile is cut off. */
export interface HeldPort {
  readonly port: number
  release(): void
}

/** Holds this port at `host`, or with 0 any free one. Rejects with what listening would reject with, such as EADDRINUSE. */
export async function holdPort(host: string, port: number): Promise<HeldPort> {
  for (;;) {
    const server = createServer((socket) => socket.on('error', () => {}).destroy())
    server.on('error', () => {}) // once it listens; before, it is what `once` rejects with
    try {
      await once(server.listen(port || randomInt(FIRST, LAST), host), 'listening')
      server.unref()
      const { port: held } = server.address() as { port: number }
      return { port: held, release: () => void server.close() }
    } catch (error) {
      if (port !== 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
