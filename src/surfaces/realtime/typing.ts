import { TYPING_MS } from '#core/limits.ts'
import type { Signal } from '#database/bus/messages.ts'
import type { Database } from '#database/database.ts'

type Typing = Extract<Signal, { kind: 'typing' }>

/** Timers of typing on this process's sockets. Typing ends by itself, and when the socket is gone. */
export class TypingTimers {
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  set(shopId: string, typing: Typing): void {
    const key = `${shopId} ${typing.id} ${typing.from} ${typing.memberId}`
    const known = this.#timers.get(key)
    clearTimeout(known)
    this.#timers.delete(key)
    if (typing.active) {
      const end = () => this.set(shopId, { ...typing, active: false })
      this.#timers.set(key, setTimeout(end, TYPING_MS).unref())
    }
    if (typing.active || known) this.#database.bus.publish(shopId, typing)
  }

  /** Ends what somebody typed who is gone. */
  end(shopId: string, typing: Typing): void {
    this.set(shopId, { ...typing, active: false })
  }
}
