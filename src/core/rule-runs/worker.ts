import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { ParleyError } from '#core/errors.ts'
import type { Database, Shop } from '#database/database.ts'
import { findStoresWithRuleWork, listDueSilences, listDueWork, postponeWork } from '#storage/rule-runs/rule-jobs.ts'
import type { LanguageOf } from './load-rule-context.ts'
import { doSilence, doWork } from './process-rule-job.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 8
/** Jobs of one store in one look. */
const BATCH = 20
/** Attempts for a job that fails, each after a longer delay. */
const ATTEMPTS_MAX = 5
const RETRY_MS = 5_000

/** Lets rules have their turns, in whichever process looks first. */
export function createRuleWorker(
  database: Database,
  { languageOf, logger }: { languageOf: LanguageOf; logger: Logger },
): TenantScheduler {
  const ring = new TenantScheduler({
    name: 'what rules have to do',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findStoresWithRuleWork(database.system, now, limit),
    claim: async (shopId, now) => {
      const isMore = await processDueJobs(database.shop(shopId), now, { languageOf, logger })
      return { jobs: [], nextAt: isMore ? now : undefined }
    },
    logger,
  })
  database.bus.on(['rule_jobs'], (shopId) => ring.notify(shopId))
  return ring
}

/** Processes one batch of a store’s due rule jobs, oldest first. Returns whether more may be due. */
export async function processDueJobs(
  shop: Shop,
  now: Date,
  { languageOf, logger }: { languageOf: LanguageOf; logger: Logger },
): Promise<boolean> {
  const [work, silences] = await Promise.all([listDueWork(shop, now, BATCH), listDueSilences(shop, now, BATCH)])
  const attempt = async (what: { conversationId: string; id?: string }, act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      // Deleted meanwhile, and with it what rules had to do there.
      if ((error as Partial<ParleyError>).code === 'NOT_FOUND') return
      const dueAt = new Date(currentTime().getTime() + RETRY_MS)
      const isKept = await postponeWork(shop, what, { dueAt, attemptsMax: ATTEMPTS_MAX })
      const { conversationId } = what
      const reason = (error as Error).message
      logger.warn({ shopId: shop.shopId, conversationId, reason, isTriedAgain: isKept }, 'running rules failed')
    }
  }
  for (const one of work) await attempt(one, () => doWork(shop, one, languageOf))
  for (const { conversationId, since, waitedMinutes } of silences) {
    const silence = { conversationId, since, waitedMinutes }
    await attempt({ conversationId }, () => doSilence(shop, silence, languageOf))
  }
  return work.length === BATCH || silences.length === BATCH
}
