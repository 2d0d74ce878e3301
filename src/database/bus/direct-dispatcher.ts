/**
 * The dispatcher of this process, as transactions see it: what they insert is sent right after the commit, without a claim
 * (docs/decisions/0117-send-from-the-inserting-process.md).
 */
export interface DirectDispatcher {
  /** Undefined where a store's deliveries have to wait in the queue. */
  leaseDeliveries(shopId: string): DirectLease | undefined
}

/** What a transaction inserts deliveries with that the dispatcher sends next. */
export interface DirectLease<Delivery = unknown> {
  lease: string
  leaseEnd: Date
  /** Subscriptions that have to wait in the queue. */
  full: readonly string[]
  /** Takes over what was inserted, after the commit. `hasOthers`: more was inserted, which waits in the queue. */
  take(deliveries: Delivery[], hasOthers: boolean): void
}
