import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, so that nothing takes the port before it is listened on. */
const FIRST = 20_000
const LAST = 32_000

/** A port on which nobody listens at `host`. */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    try {
      await tryPort(host, port)
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/** Listens there for a moment; rejects with what listening would reject with, such as EADDRINUSE. */
export function tryPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })
}
