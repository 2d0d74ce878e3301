import { createClient } from 'redis'
import type { Logger } from '#base/logger.ts'

/** What a counter shared by several processes needs (core/rate-counter.ts says what it means). */
interface Counter {
  hit(names: readonly string[]): Promise<number[]>
  close(): Promise<void>
}

/** How long a request waits for Redis before its own process counts instead. */
const PATIENCE_MS = 250

/**
 * Counts in Redis, for all processes at once. While Redis is away each process counts by itself (`fallback`): requests
 * go on being served and limited, only less exactly.
 */
export async function openRedisRateCounter(
  url: string,
  windowMs: number,
  fallback: Counter,
  logger: Logger,
): Promise<Counter> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (n) => Math.min(n * 100, 3000) },
  })
  let away = false
  client.on('error', (error: Error) => {
    if (!away) logger.warn({ reason: error.message }, 'redis is away; this process counts requests by itself')
    away = true
  })
  client.on('ready', () => {
    away = false
  })
  await Promise.race([client.connect().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 2000).unref())])

  async function hitRedis(names: readonly string[]): Promise<number[]> {
    const transaction = client.multi()
    for (const name of names) transaction.incr(`rate:${name}`).pExpire(`rate:${name}`, windowMs)
    const replies = await transaction.exec()
    return names.map((_, i) => Number(replies[i * 2]))
  }

  return {
    async hit(names) {
      if (!client.isReady) return fallback.hit(names)
      try {
        return await withPatience(hitRedis(names))
      } catch {
        return fallback.hit(names)
      }
    },
    async close() {
      client.destroy()
      await fallback.close()
    },
  }
}

async function withPatience<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('redis is slow')), PATIENCE_MS)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
