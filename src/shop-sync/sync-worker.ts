import { randomUUID } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { underLease } from '#base/under-lease.ts'
import type { Change, RecordKind } from '#connectors/changes.ts'
import type { ReadKind } from '#connectors/reader.ts'
import { ShopUnavailable } from '#connectors/shop-unavailable.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Shop } from '#database/database.ts'
import {
  claimPulls,
  findShopsToPull,
  nextPullAt,
  noteConnectionError,
  noteConnectionFailure,
  setConnectionState,
  setNextPull,
} from '#storage/platform/connections.ts'
import { countRecords, listUnseen } from '#storage/platform/records.ts'
import { findSyncState, type SyncState, saveSyncState } from '#storage/platform/sync.ts'
import type { MirrorOptions } from './deliveries.ts'
import { applyRead } from './save-synced-records.ts'

const SWEEP_MS = 1_000
/** A kill delays what the process was reading by this. */
const LEASE_MS = 10_000
/** Shops that are read at a time, and of one store. */
const RUNNING_MAX = 4
const CLAIM = 2
/** Overlap with the last sync: clocks differ, and transactions end late. */
const BEFORE_MS = 5 * 60_000
/** Interval of a full sync, which finds what has no time of change (stock, deletions). */
const FULL_EVERY_MS = 24 * 60 * 60_000
/** Retry delay when a shop cannot be reached. */
const RETRY_MS = 30_000
/** Records that are found gone at a time. */
const SWEPT_AT_ONCE = 200

type Claimed = ShopConnection & { lease: string }

/** Somebody else reads the shop now, or nobody is to any more. */
class Ended extends Error {}
/** The process stops: another one goes on from where the reading is. */
class Stopping extends Error {}

/** Reads shops: all of one that was just connected, then what changed, which heals what hints were lost. */
export class Puller {
  readonly #options: MirrorOptions & { everyMs: number }
  readonly #ring: TenantScheduler
  #isStopping = false

  constructor(options: MirrorOptions & { everyMs: number }) {
    const { database, logger } = options
    this.#options = options
    this.#ring = new TenantScheduler({
      name: 'shops to be read',
      sweepMs: SWEEP_MS,
      max: RUNNING_MAX,
      perClaim: CLAIM,
      findStores: (now, limit) => findShopsToPull(database.system, now, limit),
      claim: (shopId, now, limit) => this.#claim(shopId, now, limit),
      logger,
    })
  }

  start(): void {
    this.#options.database.bus.on(['pulls'], (shopId) => this.#ring.notify(shopId))
    this.#ring.start()
  }

  stop(): Promise<void> {
    this.#isStopping = true
    return this.#ring.stop()
  }

  async #claim(shopId: string, now: Date, limit: number) {
    const shop = this.#options.database.shop(shopId)
    const leaseEnd = new Date(now.getTime() + LEASE_MS)
    const claimed = await claimPulls(shop, { now, lease: randomUUID(), leaseEnd, limit })
    const nextAt = claimed.length === 0 ? await nextPullAt(shop) : undefined
    const jobs = claimed.map((connection) => () => {
      const renew = (nextSyncAt: Date) => setNextPull(shop, connection, { nextSyncAt, lease: connection.lease })
      return underLease(LEASE_MS, renew, () => this.#pull(shop, connection))
    })
    return { jobs, nextAt }
  }

  async #pull(shop: Shop, connection: Claimed): Promise<void> {
    const { everyMs, logger } = this.#options
    let nextMs = everyMs
    try {
      const note = await this.#options.shops.subscribe(shop, connection)
      for (const kind of await this.#options.shops.kindsOf(shop, connection)) {
        await this.#pullKind(shop, connection, kind)
        if (await this.#lacksDeletions(shop, connection, kind)) await this.#pullKind(shop, connection, kind, true)
      }
      await setConnectionState(shop, connection.id, 'connected', note, currentTime())
    } catch (error) {
      if (error instanceof Ended) return
      nextMs = Math.min(RETRY_MS, everyMs)
      if (error instanceof ShopUnavailable && error.isFinal) {
        await setConnectionState(shop, connection.id, 'broken', error.message, currentTime())
        nextMs = everyMs
      } else if (error instanceof ShopUnavailable) {
        await noteConnectionFailure(shop, connection.id, error.message)
      } else if (!(error instanceof Stopping)) {
        logger.warn({ shopId: shop.shopId, connectionId: connection.id, err: error }, 'shop sync failed')
      }
    }
    const nextSyncAt = new Date(Date.now() + (this.#isStopping ? 0 : nextMs))
    await setNextPull(shop, connection, { nextSyncAt, lease: null }).catch(() => {}) // then its lease ends by itself
    this.#ring.notifyAt(shop.shopId, nextSyncAt.getTime() + 2)
  }

  async #pullKind(shop: Shop, connection: Claimed, read: ReadKind, isWhole = !read.knowsTimes): Promise<void> {
    const { kind } = read
    let state = beginReading(
      await findSyncState(shop, connection.id, kind),
      { connectionId: connection.id, kind },
      isWhole,
    )
    for (let isDone = false; !isDone; ) {
      const { since, cursor } = state
      const page = await this.#options.shops.readPage(shop, connection, read, { since, cursor })
      await this.#apply(shop, connection, page.changes, page.at)
      isDone = page.next === null
      state = { ...state, cursor: page.next, total: page.total }
      if (!isDone) await saveSyncState(shop, state)
      await this.#goOn(shop, connection)
      await this.#noteAnswered(shop, connection)
    }
    if (!state.since && read.isSwept) await this.#sweep(shop, connection, kind, state.begunAt as Date)
    const lastFullSyncAt = state.since ? state.lastFullSyncAt : state.begunAt
    await saveSyncState(shop, { ...state, cursor: null, begunAt: null, doneAt: state.begunAt, lastFullSyncAt })
  }

  /** A broken connection is connected once the shop answers: reading all of it may take long. */
  async #noteAnswered(shop: Shop, connection: Claimed): Promise<void> {
    if (connection.state !== 'broken') return
    connection.state = 'connected'
    await setConnectionState(shop, connection.id, 'connected', null, currentTime())
  }

  /** Whether, after a sync of changes, we have more records than the shop: a deletion was not reported. */
  async #lacksDeletions(shop: Shop, connection: Claimed, { kind, isSwept, knowsTimes }: ReadKind): Promise<boolean> {
    if (!isSwept || !knowsTimes) return false
    const theirs = await this.#options.shops.count(shop, connection, kind)
    if (theirs === null) return false
    const counts = await countRecords(shop)
    const ours = counts.find((one) => one.connectionId === connection.id && one.kind === kind)?.inShop ?? 0
    return ours > theirs
  }

  /** The reading goes on being this process's, or ends. */
  async #goOn(shop: Shop, connection: Claimed): Promise<void> {
    const { lease } = connection
    const isOurs = await setNextPull(shop, connection, { nextSyncAt: new Date(Date.now() + LEASE_MS), lease })
    if (!isOurs) throw new Ended()
    if (this.#isStopping) throw new Stopping()
  }

  /** What the shop did not list is not there any more. */
  async #sweep(shop: Shop, connection: Claimed, kind: RecordKind, before: Date): Promise<void> {
    for (;;) {
      const unseen = await listUnseen(shop, { connectionId: connection.id, kind, before }, SWEPT_AT_ONCE)
      if (unseen.length === 0) return
      await this.#apply(
        shop,
        connection,
        // As of the version that is known: it may come back with a time before now.
        unseen.map(({ id, version }) => ({ act: 'delete', kind, id, updatedAt: version.toISOString() })),
        currentTime(),
      )
    }
  }

  async #apply(shop: Shop, { id }: Claimed, changes: Change[], at: Date): Promise<void> {
    const refused = await applyRead(shop, { id }, { changes, at }, this.#options.files)
    const [first] = refused
    if (first)
      await noteConnectionError(shop, id, `${refused.length} shop records could not be imported: ${first.message}`)
  }
}

/** The sync in progress, or a new one: of everything if the last full one was long ago, otherwise of changes. */
function beginReading(
  known: SyncState | undefined,
  of: { connectionId: string; kind: string },
  isWhole: boolean,
): SyncState {
  if (known?.begunAt) return known
  const begunAt = currentTime()
  const { doneAt = null, lastFullSyncAt = null, total = null } = known ?? {}
  const isFull = isWhole || !doneAt || !lastFullSyncAt || begunAt.getTime() - lastFullSyncAt.getTime() > FULL_EVERY_MS
  return {
    ...of,
    cursor: null,
    since: isFull ? null : new Date(doneAt.getTime() - BEFORE_MS),
    begunAt,
    lastFullSyncAt,
    doneAt,
    total,
  }
}
