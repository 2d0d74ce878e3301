import { clock } from '#base/clock.ts'
import { type Network, networkOf } from '#base/network.ts'
import { tooMany } from '#core/errors.ts'
import type { RateCounter } from './rate-counter.ts'

const MINUTE_MS = 60_000

/**
 * Limits visitors, and assistants that ask for authorization, per minute. Unlike the counters of API keys (spec 8.3) these
 * start again with each minute of the clock, whatever was rejected before: a shopper who typed too fast must not be locked
 * out.
 */
export class MinuteLimits {
  readonly #counter: RateCounter
  readonly #perAddress: number

  /**
   * `perAddress`: requests per minute of one address, and as many downloads of files; 0 for no limit. New visitors,
   * files and what was done with campaigns have a tenth of it.
   */
  constructor(counter: RateCounter, perAddress: number) {
    this.#counter = counter
    this.#perAddress = perAddress
  }

  /** Counts one of `what`; RATE_LIMITED above `max`. `sentence` says what there was too much of. */
  async take(what: string, max: number, sentence: string): Promise<void> {
    const minute = Math.floor(clock.now() / MINUTE_MS)
    const [count = 0] = await this.#counter.hit([`minute:${what}:${minute}`])
    if (count > max) throw tooMany(sentence)
  }

  /** Whether this is the first of `what` in a minute of the clock. */
  async isFirst(what: string): Promise<boolean> {
    const minute = Math.floor(clock.now() / MINUTE_MS)
    const [count = 0] = await this.#counter.hit([`minute:${what}:${minute}`])
    return count === 1
  }

  /** The network that an address counts as; null where addresses have no limits. */
  networkOf(address: string): Network | null {
    return this.#perAddress === 0 ? null : networkOf(address)
  }

  async takeAddress(address: string, what: 'request' | 'visitor' | 'file' | 'download' | 'campaign'): Promise<void> {
    const network = this.networkOf(address)
    if (network === null) return
    const max = what === 'request' || what === 'download' ? this.#perAddress : Math.ceil(this.#perAddress / 10)
    await this.take(`${what}:${network}`, max, 'Too much from this address.')
  }
}

/** Seconds until the next minute of the clock. */
export function secondsLeft(): number {
  return Math.max(1, Math.ceil((MINUTE_MS - (clock.now() % MINUTE_MS)) / 1000))
}
