import { currentTime } from '#base/clock.ts'
import { ExpiringMap } from '#base/recent-map.ts'
import { TYPING_MS } from '#core/limits.ts'
import type { Bus } from '#database/bus/bus.ts'
import type { Shop } from '#database/database.ts'
import { findMessageTime } from '#storage/ai-agent/context.ts'
import type { ClaimedTurn } from '#storage/ai-agent/turns.ts'

/** How long after the customer's message a member's typing holds the answer back: it is due within 5 seconds (spec C10.1). */
const PATIENCE_MS = 4_000
/** How soon it is looked at again whether they still type. */
const LOOK_AGAIN_MS = 500

/** Which conversations members type in, so that the AI agent does not speak while somebody is about to. */
export class MembersTyping {
  readonly #typing = new ExpiringMap<string, true>({ ms: TYPING_MS, now: () => performance.now() })

  constructor(bus: Bus) {
    bus.subscribe((shopId, signal) => {
      if (signal.kind !== 'typing' || signal.from !== 'member' || signal.memberId === null) return
      const key = `${shopId} ${signal.id}`
      if (signal.active) this.#typing.set(key, true)
      else this.#typing.delete(key)
    })
  }

  /** Milliseconds after which a turn may be looked at again; 0 where nobody types, or its customer has waited for long. */
  async waitFor(shop: Shop, { conversationId, position }: ClaimedTurn): Promise<number> {
    if (!this.#typing.get(`${shop.shopId} ${conversationId}`)) return 0
    const askedAt = await findMessageTime(shop, conversationId, position)
    const waited = currentTime().getTime() - (askedAt?.getTime() ?? 0)
    return waited < PATIENCE_MS - LOOK_AGAIN_MS ? LOOK_AGAIN_MS : 0
  }
}
