import { currentTime } from '#base/clock.ts'
import { TYPING_MS } from '#core/limits.ts'
import type { Bus } from '#database/bus/bus.ts'
import type { Shop } from '#database/database.ts'
import { findMessageTime } from '#storage/ai-agent/context.ts'
import type { ClaimedTurn } from '#storage/ai-agent/turns.ts'

/** How long after the customer's message a member's typing holds the answer back: it is due within 5 seconds (contract, 10). */
const PATIENCE_MS = 4_000
/** How soon it is looked at again whether they still type. */
const LOOK_AGAIN_MS = 500
/** From so many on, those that have ended without a sign are looked for. */
const MANY = 1_000

/** Which conversations members type in, so that the AI agent does not speak while somebody is about to. */
export class MembersTyping {
  /** Until when each counts as typing. */
  readonly #typing = new Map<string, number>()

  constructor(bus: Bus) {
    bus.subscribe((shopId, signal) => {
      if (signal.kind !== 'typing' || signal.from !== 'member' || signal.memberId === null) return
      const key = `${shopId} ${signal.id}`
      if (!signal.active) return void this.#typing.delete(key)
      const now = performance.now()
      this.#typing.set(key, now + TYPING_MS)
      if (this.#typing.size > MANY) this.#forgetEnded(now)
    })
  }

  /** Milliseconds after which a turn may be looked at again; 0 where nobody types, or its customer has waited for long. */
  async waitFor(shop: Shop, { conversationId, position }: ClaimedTurn): Promise<number> {
    const until = this.#typing.get(`${shop.shopId} ${conversationId}`) ?? 0
    if (until <= performance.now()) return 0
    const askedAt = await findMessageTime(shop, conversationId, position)
    const waited = currentTime().getTime() - (askedAt?.getTime() ?? 0)
    return waited < PATIENCE_MS - LOOK_AGAIN_MS ? LOOK_AGAIN_MS : 0
  }

  #forgetEnded(now: number): void {
    for (const [key, until] of this.#typing) if (until <= now) this.#typing.delete(key)
  }
}
