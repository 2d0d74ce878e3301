import { once } from 'node:events'
import { connect } from 'node:net'

/** The Redis server for tests: REDIS_URL, otherwise the usual port of this machine. */
export const REDIS = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
export const REDIS_PORT = Number(new URL(REDIS).port || 6379)

/** For the `skip` of tests that need Redis: why they are skipped, or false. Where CI is set, a missing one is a failure. */
export const withoutRedis: string | false = (await answers())
  ? false
  : `no Redis at ${REDIS}: npm run services starts one`
if (withoutRedis && process.env.CI) throw new Error(withoutRedis)

async function answers(): Promise<boolean> {
  const socket = connect({ host: new URL(REDIS).hostname, port: REDIS_PORT })
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}
