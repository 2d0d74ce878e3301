import { setTimeout as sleep } from 'node:timers/promises'

/** What Shopify says of its budget with each answer. */
export interface ThrottleStatus {
  maximumAvailable: number
  currentlyAvailable: number
  restoreRate: number
}

/**
 * What is left to the shop's other apps, and to orders that somebody waits for: a fifth. Pages of records leave more, for
 * one record: that is news.
 */
const LEFT = { page: 0.3, one: 0.2 }
/** Assumed cost per record of a query that has not been run yet. */
const UNKNOWN_COST = 10

/** A query that is to be asked: `name` finds what it cost before. */
interface Admission {
  name: string
  /** Records that it may list. */
  records: number
  /** Somebody waits for the answer. */
  isUrgent: boolean
}

/** A shop's budget of query costs, as it was told last and as it has been restored since. */
export class CostBudget {
  #status: ThrottleStatus = { maximumAvailable: 2_000, currentlyAvailable: 2_000, restoreRate: 100 }
  #at = 0
  readonly #costs = new Map<string, number>()

  /** Waits until a query fits. */
  async admit({ name, records, isUrgent }: Admission, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const { maximumAvailable, restoreRate } = this.#status
      const cost = Math.min(this.#costs.get(name) ?? records * UNKNOWN_COST, maximumAvailable)
      const left = isUrgent ? 0 : records > 1 ? LEFT.page : LEFT.one
      const missing = Math.min(cost + maximumAvailable * left, maximumAvailable) - this.#available()
      if (missing <= 0) {
        this.#status = { ...this.#status, currentlyAvailable: this.#available() - cost }
        this.#at = Date.now()
        return
      }
      // Others may be admitted meanwhile.
      await sleep(Math.ceil((missing / Math.max(restoreRate, 1)) * 1000), undefined, signal ? { signal } : {})
    }
  }

  /** Takes over what an answer told. */
  note(name: string, cost: { requestedQueryCost?: number; throttleStatus?: ThrottleStatus } | undefined): void {
    if (cost?.requestedQueryCost) this.#costs.set(name, cost.requestedQueryCost)
    if (!cost?.throttleStatus) return
    this.#status = cost.throttleStatus
    this.#at = Date.now()
  }

  #available(): number {
    const { maximumAvailable, currentlyAvailable, restoreRate } = this.#status
    return Math.min(maximumAvailable, currentlyAvailable + ((Date.now() - this.#at) / 1000) * restoreRate)
  }
}
