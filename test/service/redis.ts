import { answers } from './answers.ts'

/** The Redis server for tests: REDIS_URL, otherwise the usual port of this machine. */
export const REDIS = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
export const REDIS_PORT = Number(new URL(REDIS).port || 6379)

/** For the `skip` of tests that need Redis: why they are skipped, or false. Where CI is set, a missing one is a failure. */
export const withoutRedis: string | false = (await answers(REDIS))
  ? false
  : `no Redis at ${REDIS}: npm run services starts one`
if (withoutRedis && process.env.CI) throw new Error(withoutRedis)
