import type { Logger } from '#base/logger.ts'
import type { TenantScheduler } from '#base/tenant-scheduler.ts'
import { createRowSweep } from '#core/row-sweep.ts'
import type { Database, Shop } from '#database/database.ts'
import { findShopsWithUnsettledRuns, listUnsettledRuns, type RunRow } from '#storage/custom-actions/runs.ts'
import { recordOutcome } from './record-outcome.ts'

const UNKNOWN = {
  state: 'unknown',
  responseStatus: null,
  durationMs: null,
  error: 'The service was cut off during the call.',
  answer: null,
} as const

/** Ends runs whose end nobody wrote down, for the process ended meanwhile: their outcome is unknown, and none is repeated. */
export function createRunSettling(database: Database, logger: Logger): TenantScheduler {
  const sweep = {
    name: 'runs of actions',
    findStores: findShopsWithUnsettledRuns,
    listDue: listUnsettledRuns,
    handle: (shop: Shop, run: RunRow) => recordOutcome(shop, run, UNKNOWN),
  }
  return createRowSweep(database, sweep, logger)
}
