import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { Queries } from '#database/database.ts'

/** Maximum of reads in one batch. */
const TOGETHER = 200
/** Pause between two reads of a store; a read serves all requests that arrived in between. Nobody notices this wait. */
const PACE_MS = 20

interface Waiting<Asked, Answer> {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Reads for many sockets of a store at once: those that ask in one turn of the event loop, and those that ask while a read of
 * their store is under way, or soon after. No answer is older than its question.
 */
export class BatchLoader<Asked, Answer> {
  readonly #read: (shop: Queries, asked: Asked[]) => Promise<Answer[]>
  /** By store; there while a read of theirs is due or under way. */
  readonly #waiting = new Map<string, Waiting<Asked, Answer>[]>()

  /** `read` answers in the order of what is asked. Should it fail, so do all that were asked together. */
  constructor(read: (shop: Queries, asked: Asked[]) => Promise<Answer[]>) {
    this.#read = read
  }

  ask(shop: Queries, asked: Asked): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const one = { asked, resolve, reject }
    const waiting = this.#waiting.get(shop.shopId)
    if (waiting) waiting.push(one)
    else {
      this.#waiting.set(shop.shopId, [one])
      void this.#answer(shop)
    }
    return promise
  }

  async #answer(shop: Queries): Promise<void> {
    const waiting = this.#waiting.get(shop.shopId) as Waiting<Asked, Answer>[]
    await turn() // all that came in this one
    while (waiting.length > 0) {
      const some = waiting.splice(0, TOGETHER)
      const pause = sleep(PACE_MS)
      try {
        const answers = await this.#read(
          shop,
          some.map(({ asked }) => asked),
        )
        for (const [i, { resolve }] of some.entries()) resolve(answers[i] as Answer)
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
      await pause
    }
    this.#waiting.delete(shop.shopId)
  }
}
