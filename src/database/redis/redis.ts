import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Logger } from '#base/logger.ts'
import { within } from '#base/within.ts'
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
/** How long the start waits for a connection. */
const CONNECT_MS = 2_000

/** Connects; the start waits for that no longer than CONNECT_MS. Later the client reconnects by itself. */
export async function openRedis(url: string, logger: Logger): Promise<Redis> {
  const client: Client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (n) => Math.min(n * 100, 3000) },
  })
  let subscriber: Client | undefined
  let away = false
  client.on('error', (error: Error) => {
    if (!away) logger.warn({ reason: error.message }, 'redis unavailable; rate limits are per process')
    away = true
  })
  client.on('ready', () => {
    away = false
  })
  await Promise.race([client.connect().catch(() => {}), sleep(CONNECT_MS, undefined, { ref: false })])
  return {
    async tryWith(work) {
      if (!client.isReady) return null
      try {
        return await within(PATIENCE_MS, work(client), () => new Error('redis is slow'))
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
        // Not awaited: the service also starts while Redis is unavailable.
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
