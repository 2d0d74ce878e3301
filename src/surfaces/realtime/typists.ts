import { clock } from '#base/clock.ts'
import { TYPING_MS } from '#core/limits.ts'
import type { Signal } from '#database/bus/messages.ts'

type Typing = Extract<Signal, { kind: 'typing' }>

/**
 * Who types, by conversation, for who asks now and then instead of listening. What is not said again within 5 s is over,
 * whether or not its end was told: integrators may leave that out (spec 4.1), and a process may be killed.
 */
export class Typists {
  /** Who was heard of last stands last. */
  readonly #heard = new Map<string, { typing: Typing; at: number }>()

  hear(shopId: string, typing: Typing): void {
    const key = `${shopId} ${typing.id}`
    this.#heard.delete(key)
    if (typing.active) this.#heard.set(key, { typing, at: clock.now() })
    for (const [oldest, { at }] of this.#heard) {
      if (!isOver(at)) break
      this.#heard.delete(oldest)
    }
  }

  of(shopId: string, conversationId: string): Typing | null {
    const known = this.#heard.get(`${shopId} ${conversationId}`)
    return known && !isOver(known.at) ? known.typing : null
  }

  /** Those remembered; what is over is forgotten with the next that is heard. */
  get size(): number {
    return this.#heard.size
  }
}

const isOver = (at: number) => clock.now() - at > TYPING_MS
