import { Endpoint } from './endpoint.ts'

/** What a dispatcher knows of a store while it has deliveries of it. */
export class ShopState {
  /** By subscription. */
  readonly endpoints = new Map<string, Endpoint>()
  isClaiming = false
  /** Counts changes of subscriptions: what was being claimed meanwhile is claimed again. */
  changes = 0
  /** Something new may have come while a claim was being made. */
  wasPoked = false
  /** Something may be due that was not claimed yet. */
  hasMore = false

  endpoint(id: string): Endpoint {
    const known = this.endpoints.get(id)
    if (known) return known
    const endpoint = new Endpoint()
    this.endpoints.set(id, endpoint)
    return endpoint
  }

  /** Subscriptions whose endpoints take no more now. */
  get full(): string[] {
    return [...this.endpoints].filter(([, endpoint]) => endpoint.room(false) === 0).map(([id]) => id)
  }

  get isIdle(): boolean {
    return [...this.endpoints.values()].every((endpoint) => endpoint.isIdle)
  }
}
