import { setTimeout as sleep } from 'node:timers/promises'

/** What Shopify says of its budget with each answer. */
export interface ThrottleStatus {
  maximumAvailable: number
  currentlyAvailable: number
  restoreRate: number
}

/** The share that is left to the shop's other apps, and to orders that somebody waits for. */
const LEFT = 0.2

/** A shop's budget of query costs, as it was told last and as it has been restored since. */
export class CostBudget {
  #status: ThrottleStatus = { maximumAvailable: 2_000, currentlyAvailable: 2_000, restoreRate: 100 }
  #at = 0
  readonly #costs = new Map<string, number>()

  /** Waits until a query fits: `name` finds what it cost before. */
  async admit(name: string, isUrgent: boolean, signal?: AbortSignal): Promise<void> {
    const { maximumAvailable, restoreRate } = this.#status
    const cost = Math.min(this.#costs.get(name) ?? UNKNOWN_COST, maximumAvailable)
    const wanted = isUrgent ? cost : Math.min(cost + maximumAvailable * LEFT, maximumAvailable)
    const missing = wanted - this.#available()
    if (missing > 0) await sleep((missing / Math.max(restoreRate, 1)) * 1000, undefined, signal ? { signal } : {})
    this.#status = { ...this.#status, currentlyAvailable: Math.max(0, this.#available() - cost) }
    this.#at = Date.now()
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

/** Of a query that was not asked yet. */
const UNKNOWN_COST = 500
