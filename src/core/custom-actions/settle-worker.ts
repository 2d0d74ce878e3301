import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Database } from '#database/database.ts'
import { findShopsWithUnsettledRuns, listUnsettledRuns } from '#storage/custom-actions/runs.ts'
import { recordOutcome } from './record-outcome.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 4
const BATCH = 10
const UNKNOWN = {
  state: 'unknown',
  responseStatus: null,
  durationMs: null,
  error: 'The service was cut off during the call.',
  answer: null,
} as const

/** Ends runs whose end nobody wrote down, for the process ended meanwhile: their outcome is unknown, and none is repeated. */
export function createRunSettling(database: Database, logger: Logger): TenantScheduler {
  return new TenantScheduler({
    name: 'runs of actions',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findShopsWithUnsettledRuns(database.system, now, limit),
    claim: async (shopId, now) => {
      const shop = database.shop(shopId)
      for (const run of await listUnsettledRuns(shop, now, BATCH)) await recordOutcome(shop, run, UNKNOWN)
      return { jobs: [] }
    },
    logger,
  })
}
