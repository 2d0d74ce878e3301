import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { KeyedTimers } from '#base/keyed-timers.ts'
import type { Logger } from '#base/logger.ts'
import { startPolling } from '#base/poll-loop.ts'
import { signedHeaders } from '#core/webhooks/sign.ts'
import type { DirectDispatcher, DirectLease } from '#database/bus/direct-dispatcher.ts'
import type { Database } from '#database/database.ts'
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDeliveries,
  findDueShops,
  releaseDeliveries,
} from '#storage/webhooks/queue.ts'
import { Completer } from './attempt-batch-writer.ts'
import type { Deliverer } from './deliver.ts'
import { type Endpoint, type Held, NEW_ENDPOINT_ROOM } from './endpoint.ts'
import type { DispatcherMetrics } from './metrics.ts'
import { resultOf } from './result.ts'
import { ShopState } from './shop-state.ts'

export interface DispatcherOptions {
  database: Database
  deliverer: Deliverer
  /** The six waits between the seven attempts, in milliseconds. */
  delaysMs: readonly number[]
  /** The whole attempt, in milliseconds. */
  timeoutMs: number
  metrics: DispatcherMetrics
  logger: Logger
  /** How admins are mailed that a subscription was disabled; null where no mail leaves the service. */
  mail: { inboxUrl: string } | null
}

/**
 * How long a claimed delivery is ours: twice what an attempt may take, for it may wait here, and time to write down what
 * came of it. When it ends, the delivery is simply due again: a crash delays its deliveries by this time.
 */
const leaseOf = (timeoutMs: number) => 2 * timeoutMs + 10_000
/** How often all stores are looked over for what is due. New events and near retries do not wait for it. */
const SWEEP_MS = 1_000
const SWEEP_SHOPS = 500
/**
 * Deliveries under way and held, all stores together: what bounds the memory. From half of it on little is claimed ahead,
 * so that the endpoints of a few stores do not hold it all.
 */
const HELD_MAX = 4_096
const CLAIMS_AT_ONCE = 8
/** Deliveries that one claim takes, all subscriptions of a store together: other stores' claims wait for it. */
const CLAIM_MAX = 256
/** Deliveries claimed per subscription if all stores share one connection: about 10 ms. */
const CLAIM_IN_TURN = 4
/** How long a graceful stop waits for attempts under way. */
const DRAIN_MS = 10_000

/**
 * Takes events from the outbox to their subscribers. Any number may run at once on one database: stores that are due
 * stand in a ring, each turn claims a little of one store, and what was claimed is sent, judged and completed.
 * Not a `TenantScheduler`: what was claimed waits here for its endpoint's turn and pace, a claim has a limit for each endpoint, and
 * results are stored in batches. What happens after an attempt is decided in next-step.ts; which SQL does it, in
 * storage/webhooks/queue.ts.
 */
export class Dispatcher implements DirectDispatcher {
  readonly #options: DispatcherOptions
  readonly #completer: Completer
  readonly #shops = new Map<string, ShopState>()
  readonly #ring = new Set<string>()
  readonly #alarms = new KeyedTimers()
  #stopSweeping = () => {}
  /** Only what is inserted has it, so a result that comes late finds a later claim's lease in its place. */
  readonly #directLease = randomUUID()
  /** Counts changes of all stores' subscriptions. */
  #changes = 0
  #held = 0
  #claims = 0
  #isStopping = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#completer = new Completer(options)
  }

  start(): void {
    const { bus } = this.#options.database
    bus.subscribe((shopId, { kind }) => {
      if (kind === 'queue') void this.#giveBack(shopId)
      if (kind === 'queue' || kind === 'events') this.poke(shopId)
    })
    // A subscription may have been paused meanwhile. (New events are found by the next sweep.)
    bus.onGap(() => {
      this.#changes++
      for (const shopId of this.#shops.keys()) void this.#giveBack(shopId)
    })
    bus.directDispatcher = this
    this.#stopSweeping = startPolling(SWEEP_MS, () => this.#sweepShops())
  }

  get #isTight(): boolean {
    return this.#held >= HELD_MAX / 2
  }

  /** A store may have something due. */
  poke(shopId: string): void {
    if (this.#isStopping) return
    this.#ring.add(shopId)
    this.#pump()
  }

  /** A store with a backlog gets no lease: new deliveries would overtake those that wait. */
  leaseDeliveries(shopId: string): DirectLease<ClaimedDelivery> | undefined {
    const shop = this.#shops.get(shopId)
    if (this.#isStopping || this.#isTight || shop?.hasMore) return undefined
    const [lease, changes] = [this.#directLease, this.#changes]
    const leaseEnd = new Date(Date.now() + leaseOf(this.#options.timeoutMs))
    const take = (deliveries: ClaimedDelivery[], hasOthers: boolean) => {
      const held = deliveries.map((each) => Object.assign(each, { lease, leaseEnd: leaseEnd.getTime() }))
      this.#held += held.length
      const isChanged = this.#isStopping || this.#changes !== changes
      if (isChanged) void this.#release(shopId, held).then(() => this.poke(shopId))
      else this.#sendClaimed(shopId, this.#shop(shopId), held)
      if (hasOthers) this.poke(shopId)
    }
    return { lease, leaseEnd, full: shop?.full ?? [], take }
  }

  /** No more claims; what is under way may finish; what was not sent is given back. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopSweeping()
    this.#alarms.clear()
    for (const [shopId, shop] of this.#shops) {
      for (const endpoint of shop.endpoints.values()) await this.#release(shopId, endpoint.queue.splice(0))
    }
    const until = Date.now() + DRAIN_MS
    while ((this.#held > 0 || this.#claims > 0) && Date.now() < until) await sleep(10)
    await this.#completer.flush()
    await this.#options.deliverer.close()
  }

  /** A subscription was paused, resumed or deleted: what was claimed ahead is given back, and claimed again if it may. */
  async #giveBack(shopId: string): Promise<void> {
    this.#changes++
    const shop = this.#shops.get(shopId)
    if (!shop) return
    shop.changes++
    const held = [...shop.endpoints.values()].flatMap((endpoint) => endpoint.queue.splice(0))
    await this.#release(shopId, held)
    this.poke(shopId)
  }

  async #sweepShops(): Promise<void> {
    try {
      for (const shopId of await findDueShops(this.#options.database.system, new Date(), SWEEP_SHOPS)) this.poke(shopId)
    } catch (error) {
      this.#options.logger.warn({ reason: (error as Error).message }, 'polling for due deliveries failed')
    }
  }

  /** Lets the stores of the ring claim in turn, as far as there is room. */
  #pump(): void {
    for (const shopId of this.#ring) {
      if (this.#isStopping || this.#claims >= CLAIMS_AT_ONCE || this.#held >= HELD_MAX) return
      this.#ring.delete(shopId)
      const shop = this.#shop(shopId)
      if (shop.isClaiming) shop.wasPoked = true
      else void this.#claim(shopId, shop)
    }
  }

  async #claim(shopId: string, shop: ShopState): Promise<void> {
    const { database, timeoutMs, logger } = this.#options
    const each = Math.ceil(CLAIM_MAX / Math.max(1, shop.endpoints.size))
    const most = database.shop(shopId).takesTurns ? CLAIM_IN_TURN : each
    const room = Math.min(NEW_ENDPOINT_ROOM, most)
    const rooms = Object.fromEntries(
      [...shop.endpoints].map(([id, endpoint]) => [id, Math.min(endpoint.room(this.#isTight), most)]),
    )
    shop.isClaiming = true
    shop.wasPoked = false
    shop.hasMore = false
    const { changes } = shop
    this.#claims++
    try {
      const now = new Date()
      const lease = randomUUID()
      const leaseEnd = new Date(now.getTime() + leaseOf(timeoutMs))
      const claimed = await claimDeliveries(database.shop(shopId), { now, leaseEnd, lease, rooms, room })
      const held = claimed.map((delivery) => Object.assign(delivery, { lease, leaseEnd: leaseEnd.getTime() }))
      this.#held += held.length
      if (this.#isStopping || shop.changes !== changes) {
        shop.wasPoked = true // a subscription changed meanwhile: what it may still get is claimed again
        return await this.#release(shopId, held)
      }
      const taken = this.#sendClaimed(shopId, shop, held)
      // A claim that filled its limit may have left more.
      if (Object.entries(taken).some(([id, count]) => count >= (rooms[id] ?? room))) shop.hasMore = true
      if (Object.values(rooms).includes(0)) shop.hasMore = true
    } catch (error) {
      logger.warn({ shopId, reason: (error as Error).message }, 'claiming deliveries failed')
    } finally {
      shop.isClaiming = false
      this.#claims--
      if (shop.wasPoked && !this.#isStopping) this.#ring.add(shopId)
      this.#pump()
      this.#forgetIdle(shopId, shop)
    }
  }

  /** Returns the number of each subscription. */
  #sendClaimed(shopId: string, shop: ShopState, held: Held[]): Record<string, number> {
    const taken: Record<string, number> = {}
    for (const delivery of held) {
      const id = delivery.subscriptionId
      shop.endpoint(id).queue.push(delivery)
      taken[id] = (taken[id] ?? 0) + 1
    }
    for (const id of Object.keys(taken)) this.#send(shopId, shop, shop.endpoint(id))
    return taken
  }

  #send(shopId: string, shop: ShopState, endpoint: Endpoint): void {
    while (endpoint.canSend && !this.#isStopping) {
      const delivery = endpoint.queue.shift() as Held
      if (delivery.leaseEnd - Date.now() < this.#options.timeoutMs + 1_000) {
        void this.#release(shopId, [delivery]) // it waited too long here; it is claimed again
        continue
      }
      this.#attempt(shopId, shop, endpoint, delivery)
    }
  }

  /** One request. (Thousands a second pass here: what follows it is called, and promises are few.) */
  #attempt(shopId: string, shop: ShopState, endpoint: Endpoint, delivery: Held): void {
    const { deliverer, metrics } = this.#options
    const startedAt = new Date()
    const body = Buffer.from(delivery.body)
    const headers = signedHeaders(delivery, body, Math.floor(startedAt.getTime() / 1000))
    if (delivery.attempts === 0) metrics.dispatched(startedAt.getTime() - delivery.occurredAt.getTime())
    endpoint.inFlight++
    void deliverer.send(delivery.url, headers, body).then((outcome) => {
      const durationMs = Date.now() - startedAt.getTime()
      if (outcome.kind === 'timeout') {
        endpoint.timedOut()
        // What was claimed ahead would wait for a long time, and keep others' room meanwhile.
        void this.#release(shopId, endpoint.queue.splice(0))
      } else endpoint.answered(durationMs)
      metrics.attempted(outcome, durationMs)
      // The endpoint need not wait until the result is stored.
      this.#complete(shopId, endpoint, resultOf(delivery, outcome, { startedAt, durationMs }, this.#options))
      endpoint.inFlight--
      this.#send(shopId, shop, endpoint)
      if (shop.hasMore && endpoint.isLow(this.#isTight)) this.poke(shopId)
      this.#forgetIdle(shopId, shop)
    })
  }

  #complete(shopId: string, endpoint: Endpoint, result: AttemptResult): void {
    this.#completer.add(shopId, result, () => {
      this.#held--
      if (result.nextAt) this.#wakeAt(shopId, result.nextAt.getTime())
      if (result.disable) {
        this.#changes++
        const { subscriptionId, disable: queue } = result
        this.#options.logger.info({ shopId, subscriptionId, queue }, 'subscription disabled')
        void this.#release(shopId, endpoint.queue.splice(0))
      }
      this.#pump()
    })
  }

  /** Wakes for the store's next retry without waiting for a sweep to come by. */
  #wakeAt(shopId: string, at: number): void {
    if (this.#isStopping || at - Date.now() > 60_000) return
    this.#alarms.set(shopId, at, () => this.poke(shopId))
  }

  async #release(shopId: string, deliveries: Held[]): Promise<void> {
    this.#held -= deliveries.length
    for (const [lease, group] of Map.groupBy(deliveries, (delivery) => delivery.lease)) {
      const ids = group.map((delivery) => delivery.id)
      await releaseDeliveries(this.#options.database.shop(shopId), lease, ids).catch(() => {}) // the lease ends by itself
    }
  }

  #shop(shopId: string): ShopState {
    const known = this.#shops.get(shopId)
    if (known) return known
    const shop = new ShopState()
    this.#shops.set(shopId, shop)
    return shop
  }

  /** What is remembered of a store ends with its work, slow endpoints aside. */
  #forgetIdle(shopId: string, shop: ShopState): void {
    if (shop.isClaiming || shop.hasMore || this.#ring.has(shopId)) return
    if (shop.isIdle) this.#shops.delete(shopId)
  }
}
