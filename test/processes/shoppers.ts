import { WebSocket } from 'ws'
import { createSocket } from '../../sdk/frame/engine/connection/socket.ts'

// A program of its own, started by test/processes/crowd.ts: the sockets of many shoppers, kept open by the SDK's own code.

/** A shopper who has a conversation and has seen it up to a revision. */
export interface Shopper {
  appId: string
  token: string
  conversationId: string
  revision: number
}

/** An order to the process: sockets come from the local address `from`. */
export type Order = { type: 'open'; url: string; from: string; shoppers: Shopper[] } | { type: 'tell' }

/** What it tells, every quarter of a second and at once where it was asked. Times are milliseconds since 1970. */
export interface Told {
  open: number
  /** For each socket that came back: when it was cut off, and when the service had sent it where things stand. */
  back: { cutAt: number; backAt: number }[]
  /** Texts that arrived, each with the time. */
  seen: [text: string, at: number][]
  /** What each shopper has seen; only where it was asked. */
  revisions?: [shopper: string, revision: number][]
}

const shoppers: Shopper[] = []
let told: Told = { open: 0, back: [], seen: [] }

function tell(more: Partial<Told> = {}): void {
  process.send?.({ ...told, ...more } satisfies Told)
  told = { open: told.open, back: [], seen: [] }
}

function keepOpen(url: string, from: string, shopper: Shopper): void {
  let cutAt: number | undefined
  let wasUp = false
  // A browser's WebSocket has nobody to tell of an error but by `close`.
  const connect = (at: string) =>
    new WebSocket(at, { localAddress: from, perMessageDeflate: false }).on('error', () => {})
  const calls = {
    hello: () => ({ ...shopper }),
    receive(frame: { type: string; conversation?: { revision: number } | null; messages?: { text: string }[] }) {
      shopper.revision = Math.max(shopper.revision, frame.conversation?.revision ?? 0)
      for (const { text } of frame.messages ?? []) told.seen.push([text, Date.now()])
    },
    // Also with each later `ready`.
    connected(isUp: boolean) {
      if (isUp === wasUp) return
      wasUp = isUp
      told.open += isUp ? 1 : -1
      if (isUp && cutAt !== undefined) told.back.push({ cutAt, backAt: Date.now() })
      cutAt = isUp ? undefined : Date.now()
    },
    refused: () => console.error(`the token of ${shopper.conversationId} was refused`),
    lost() {},
  }
  // The types are a browser's, which this is not.
  createSocket(url, calls as never, connect as never).start()
}

process.on('message', async (order: Order) => {
  if (order.type === 'tell') {
    return tell({
      revisions: shoppers.map(({ appId, conversationId, revision }) => [`${appId} ${conversationId}`, revision]),
    })
  }
  shoppers.push(...order.shoppers)
  for (const [i, shopper] of order.shoppers.entries()) {
    keepOpen(order.url, order.from, shopper)
    if (i % 5 === 4) await new Promise((resolve) => setTimeout(resolve, 40))
  }
})
process.on('disconnect', () => process.exit())
setInterval(() => tell(), 250)
