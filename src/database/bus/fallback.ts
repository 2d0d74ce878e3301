import type { Transport } from './transport.ts'

/** Publishes over the first transport that works, and listens on all: while Redis is away, PostgreSQL stands in. */
export function withFallback(transports: readonly Transport[]): Transport | undefined {
  if (transports.length <= 1) return transports[0]
  return {
    async publish(text) {
      for (const transport of transports.slice(0, -1)) {
        const isPublished = await transport.publish(text).then(
          () => true,
          () => false,
        )
        if (isPublished) return
      }
      await transports.at(-1)?.publish(text)
    },
    async subscribe(onText, onGap) {
      await Promise.all(transports.map((transport) => transport.subscribe(onText, onGap)))
    },
  }
}
