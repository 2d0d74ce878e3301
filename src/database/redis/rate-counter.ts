import type { Redis } from './redis.ts'

/** What a counter shared by several processes needs (core/rates/rate-counter.ts says what it means). */
interface Counter {
  hit(names: readonly string[]): Promise<number[]>
  peek(names: readonly string[]): Promise<number[]>
}

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
    async peek(names) {
      const counts = await redis.tryWith((client) => client.mGet(names.map((name) => `rate:${name}`)))
      return counts ? counts.map(Number) : fallback.peek(names)
    },
  }
}
