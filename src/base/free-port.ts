import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, so that nothing takes the port before it is listened on. */
const FIRST = 20_000
const LAST = 32_000

/** A port on which nobody listens at `host`. */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    const isFree = await new Promise<boolean>((resolve, reject) => {
      const server = createServer()
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      server.listen(port, host, () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
