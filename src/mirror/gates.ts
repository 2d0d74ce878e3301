import { ByteBudget } from '#base/byte-budget.ts'

/** A shop is asked for so much at a time: it may be a small host, and serves its customers besides. */
const AT_ONCE = 2
const KEPT_MAX = 10_000

/** Lets few requests through to each shop at a time, of this process. */
export class Gates {
  readonly #gates = new Map<string, ByteBudget>()

  through(connectionId: string, fetchAllowed: typeof fetch): typeof fetch {
    const gate = this.#gates.get(connectionId) ?? new ByteBudget(AT_ONCE)
    this.#gates.delete(connectionId)
    this.#gates.set(connectionId, gate)
    const [oldest] = this.#gates.keys()
    if (this.#gates.size > KEPT_MAX && oldest !== undefined) this.#gates.delete(oldest)
    return (input, init) => gate.hold(1, () => fetchAllowed(input, init))
  }
}
