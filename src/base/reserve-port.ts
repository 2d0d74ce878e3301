import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, so that none of these takes the port. */
const FIRST = 30_000
const LAST = 32_000

/** A port that nobody else can listen on until it is let go. Who connects meanwhile is cut off. */
export interface PortReservation {
  readonly port: number
  release(): void
}

/** Holds this port at `host`, or with 0 any free one. Rejects with what listening would reject with, such as EADDRINUSE. */
export async function reservePort(host: string, port: number): Promise<PortReservation> {
  if (port === 0) return firstFreePort(FIRST, LAST, (any) => reservePort(host, any))
  const server = createServer((socket) => socket.on('error', () => {}).destroy())
  server.on('error', () => {}) // once it listens; before, it is what `once` rejects with
  await once(server.listen(port, host), 'listening')
  server.unref()
  return { port, release: () => void server.close() }
}

/** Takes ports from `first` up to `last`, not included, at random, until one of them is not in use. */
export async function firstFreePort<T>(first: number, last: number, take: (port: number) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await take(randomInt(first, last))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
