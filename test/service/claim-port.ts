import { firstFree, holdPort } from '#base/held-port.ts'

/** Apart from what the service chooses with PORT=0, and below what systems give to outgoing connections. */
const FIRST = 20_000
const LAST = 29_999
/** Who claims a port holds the one this far below it, for as long as the process lives. */
const TOKEN = 10_000

/**
 * A free port for a program that is told where to listen: no other test is given it, though the program takes seconds to
 * start, or is stopped and started again.
 */
export function claimPort(): Promise<number> {
  return firstFree(FIRST, LAST, async (port) => {
    await holdPort('127.0.0.1', port - TOKEN)
    const free = await holdPort('127.0.0.1', port)
    free.release()
    return port
  })
}
