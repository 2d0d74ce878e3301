/** How processes reach each other: PostgreSQL's NOTIFY or Redis. Texts are short; they may be lost. */
export interface Transport {
  publish(text: string): Promise<void>
  /** `onGap` is called when the subscription begins, and after each interruption: something may have been missed. */
  subscribe(onText: (text: string) => void, onGap: () => void): Promise<void>
}

/** Maximum of one message: PostgreSQL allows 8,000 bytes per notification. */
const TEXT_BYTES_MAX = 7_500

/** Packs JSON values into as few array texts as a transport takes. A value that fits into none is left out. */
export function pack(items: Iterable<string>, bytesMax = TEXT_BYTES_MAX): string[] {
  const texts: string[] = []
  let batch: string[] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(item) + 1
    if (size > bytesMax) continue
    if (bytes + size > bytesMax) {
      texts.push(`[${batch.join(',')}]`)
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) texts.push(`[${batch.join(',')}]`)
  return texts
}

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
