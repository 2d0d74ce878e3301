import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Database, Shop, SystemQueries } from '#database/database.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 4
const BATCH = 10

interface RowSweep<Row> {
  /** Name in logs. */
  name: string
  findStores(system: SystemQueries, now: Date, limit: number): Promise<string[]>
  /** Rows of a store that are due. */
  listDue(shop: Shop, now: Date, limit: number): Promise<Row[]>
  /** Handles one row; another process may have taken the same one, so the row itself has to decide who handles it. */
  handle(shop: Shop, row: Row): Promise<unknown>
}

/** Looks every second for stores with rows that are due, and handles a store's few rows one after the other. */
export function createRowSweep<Row>(database: Database, sweep: RowSweep<Row>, logger: Logger): TenantScheduler {
  return new TenantScheduler({
    name: sweep.name,
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => sweep.findStores(database.system, now, limit),
    claim: async (shopId, now) => {
      const shop = database.shop(shopId)
      for (const row of await sweep.listDue(shop, now, BATCH)) await sweep.handle(shop, row)
      return { jobs: [] }
    },
    logger,
  })
}
