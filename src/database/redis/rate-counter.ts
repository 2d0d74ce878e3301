import type { Redis } from './redis.ts'

/** What a counter shared by several processes needs (core/rates/rate-counter.ts says what it means). */
interface Counter {
  hit(names: readonly string[]): Promise<number[]>
  take(limits: Readonly<Record<string, number>>): Promise<number[] | null>
  giveBack(names: readonly string[]): Promise<void>
  peek(names: readonly string[]): Promise<number[]>
}

/** Counts one on each key, or returns nothing where one is at its limit. ARGV: the window, then a limit for each key. */
const TAKE = `
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[i + 1]) then return {} end
end
local counts = {}
for i, key in ipairs(KEYS) do
  counts[i] = redis.call('INCR', key)
  if counts[i] == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
end
return counts`

/** Takes one off each key that still counts. */
const GIVE_BACK = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') > 1 then redis.call('DECR', key) else redis.call('DEL', key) end
end`

/**
 * Counts in Redis, for all processes at once. While Redis is away each process counts by itself (`fallback`): requests
 * go on being served and limited, only less exactly.
 */
export function createRedisRateCounter(redis: Redis, windowMs: number, fallback: Counter): Counter {
  return {
    async hit(names) {
      const replies = await redis.tryWith((client) => {
        const transaction = client.multi()
        for (const name of names) transaction.incr(`rate:${name}`).pExpire(`rate:${name}`, windowMs)
        return transaction.exec()
      })
      return replies ? names.map((_, i) => Number(replies[i * 2])) : fallback.hit(names)
    },
    async take(limits) {
      const names = Object.keys(limits)
      const options = {
        keys: names.map((name) => `rate:${name}`),
        arguments: [windowMs, ...Object.values(limits)].map(String),
      }
      const reply = await redis.tryWith((client) => client.eval(TAKE, options))
      if (reply === null) return fallback.take(limits)
      const counts = (reply as unknown[]).map(Number)
      return counts.length > 0 ? counts : null
    },
    async giveBack(names) {
      const options = { keys: names.map((name) => `rate:${name}`) }
      // A script without a result returns null, as an unavailable Redis does: a value of its own marks success.
      const isDone = await redis.tryWith(async (client) => {
        await client.eval(GIVE_BACK, options)
        return true
      })
      if (isDone === null) await fallback.giveBack(names)
    },
    async peek(names) {
      const counts = await redis.tryWith((client) => client.mGet(names.map((name) => `rate:${name}`)))
      return counts ? counts.map(Number) : fallback.peek(names)
    },
  }
}
