import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { scheduleMissedTargetJob } from '#core/rules/enqueue-rule-jobs.ts'
import type { Database, Shop } from '#database/database.ts'
import { findShopsToRecount, lockClocks, lockRecount, saveClock, saveRecount } from '#storage/targets/targets.ts'
import { count, isMissNotified } from './clock.ts'
import { readTargetRules } from './targets-cache.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 4
/** Conversations of one store in one transaction. */
const BATCH = 50

/** Recounts the clocks of a store's conversations after its targets or its opening hours have changed. */
export function createRecounts(database: Database, logger: Logger): TenantScheduler {
  return new TenantScheduler({
    name: 'clocks of conversations',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findShopsToRecount(database.system, now, limit),
    claim: async (shopId, now) => {
      const isDone = await recount(database.shop(shopId), now)
      return { jobs: [], nextAt: isDone ? undefined : now }
    },
    logger,
  })
}

/** Counts a batch of a store's; true where no more are left. */
function recount(shop: Shop, now: Date): Promise<boolean> {
  return shop.transaction(async (tx) => {
    const after = await lockRecount(tx, now)
    if (after === undefined) return true
    const rules = await readTargetRules(tx)
    const clocks = await lockClocks(tx, after, BATCH)
    for (const one of clocks) {
      const { id, ...clock } = one
      const counted = count(rules, clock.priority, clock)
      await saveClock(tx, id, counted)
      const { dueAt } = counted
      // What is missed already had its turn.
      if (dueAt === null || (isMissNotified(counted) && dueAt <= now)) continue
      await (await scheduleMissedTargetJob(tx, one, { dueAt, isTold: isMissNotified(counted) }))?.()
    }
    const isDone = clocks.length < BATCH
    await saveRecount(tx, isDone ? null : (clocks.at(-1)?.id ?? null))
    return isDone
  })
}
