import { createClient } from '@redis/client'
import type { Logger } from '#base/logger.ts'
import type { Transport } from '#database/bus/transport.ts'

type Client = ReturnType<typeof createClient>

/** A connection that a request never waits for long. */
export interface Redis {
  /** The answer of `work`, or null when Redis is away or slow: then this process goes on by itself. */
  tryWith<T>(work: (client: Client) => Promise<T>): Promise<T | null>
  /** Pub/sub between processes. */
  readonly transport: Transport
  close(): void
}

const CHANNEL = 'parley:bus'

/** How long a request waits for Redis before its own process counts instead. */
const PATIENCE_MS = 250

/** Connects, for two seconds at most before the start goes on; later it reconnects by itself. */
export async function openRedis(url: string, logger: Logger): Promise<Redis> {
  const client: Client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (n) => Math.min(n * 100, 3000) },
  })
  let subscriber: Client | undefined
  let away = false
  client.on('error', (error: Error) => {
    if (!away) logger.warn({ reason: error.message }, 'redis is away; this process counts requests by itself')
    away = true
  })
  client.on('ready', () => {
    away = false
  })
  await Promise.race([client.connect().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 2000).unref())])
  return {
    async tryWith(work) {
      if (!client.isReady) return null
      try {
        return await withPatience(work(client))
      } catch {
        return null
      }
    },
    transport: {
      publish: async (text) => void (await client.publish(CHANNEL, text)),
      async subscribe(onText, onGap) {
        subscriber = client.duplicate({ disableOfflineQueue: false })
        subscriber.on('error', () => {}) // the other connection says so
        subscriber.on('ready', onGap) // which subscribes again by itself
        // Not waited for: while Redis is away the service starts all the same.
        void subscriber.connect().catch(() => {})
        void subscriber.subscribe(CHANNEL, onText).catch(() => {})
      },
    },
    close() {
      subscriber?.destroy()
      client.destroy()
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
