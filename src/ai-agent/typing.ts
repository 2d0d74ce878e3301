import { TYPING_MS } from '#core/limits.ts'
import type { Bus } from '#database/bus/bus.ts'

/** How long a member's typing holds an answer back, from its first sign on. */
const PATIENCE_MS = 5_000
/** How soon it is looked at again whether they still type. */
const LOOK_AGAIN_MS = 500
/** From so many on, those that have ended without a sign are looked for. */
const MANY = 1_000

/** Which conversations members type in, so that the AI agent does not speak while somebody is about to. */
export class MembersTyping {
  readonly #typing = new Map<string, { since: number; until: number }>()

  constructor(bus: Bus) {
    bus.subscribe((shopId, signal) => {
      if (signal.kind !== 'typing' || signal.from !== 'member' || signal.memberId === null) return
      const key = `${shopId} ${signal.id}`
      if (!signal.active) return void this.#typing.delete(key)
      const now = performance.now()
      const known = this.#typing.get(key)
      const since = known && known.until > now ? known.since : now
      this.#typing.set(key, { since, until: now + TYPING_MS })
      if (this.#typing.size > MANY) this.#forgetEnded(now)
    })
  }

  /** Milliseconds after which a turn may be looked at again; 0 where nobody types, or has done so for long. */
  waitFor(shopId: string, conversationId: string): number {
    const known = this.#typing.get(`${shopId} ${conversationId}`)
    const now = performance.now()
    return known && known.until > now && now - known.since < PATIENCE_MS ? LOOK_AGAIN_MS : 0
  }

  #forgetEnded(now: number): void {
    for (const [key, { until }] of this.#typing) if (until <= now) this.#typing.delete(key)
  }
}
