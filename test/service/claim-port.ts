import { firstFreePort, reservePort } from '#base/reserve-port.ts'

/** Apart from what the service chooses with PORT=0, and below what systems give to outgoing connections. */
const FIRST = 20_000
const LAST = 29_999
/** Offset of the port that marks a claim: its owner holds it for as long as the process lives. */
const TOKEN = 10_000

/**
 * A free port for a program that takes its address as an argument: no other test is given it, though the program takes seconds to
 * start, or is stopped and started again.
 */
export function claimPort(): Promise<number> {
  return firstFreePort(FIRST, LAST, async (port) => {
    await reservePort('127.0.0.1', port - TOKEN)
    const free = await reservePort('127.0.0.1', port)
    free.release()
    return port
  })
}
