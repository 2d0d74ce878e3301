import { ExpiringMap } from '#base/recent-map.ts'
import { TYPING_MS } from '#core/limits.ts'
import type { Signal } from '#database/bus/messages.ts'

type Typing = Extract<Signal, { kind: 'typing' }>

/**
 * Keeps who types, by conversation, for clients that poll instead of listening. Typing that is not repeated within 5 s is over,
 * whether or not its end was sent: integrators may leave that out (spec 4.1.12), and a process may be killed.
 */
export class Typists {
  readonly #heard = new ExpiringMap<string, Typing>({ ms: TYPING_MS })

  hear(shopId: string, typing: Typing): void {
    const key = `${shopId} ${typing.id}`
    if (typing.active) this.#heard.set(key, typing)
    else this.#heard.delete(key)
  }

  of(shopId: string, conversationId: string): Typing | null {
    return this.#heard.get(`${shopId} ${conversationId}`) ?? null
  }

  /** Number of entries; expired ones are removed with the next update. */
  get size(): number {
    return this.#heard.size
  }
}
