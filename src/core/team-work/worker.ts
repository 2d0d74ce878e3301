import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { unlessDeleted } from '#core/errors.ts'
import type { LanguageOf } from '#core/rule-runs/load-rule-context.ts'
import type { Database, Shop } from '#database/database.ts'
import {
  clearTeam,
  deleteTeamWork,
  findStoresWithTeamWork,
  hasConversationsInTeam,
  listTeamWork,
  listWaiting,
  scheduleAssignmentRetry,
} from '#storage/teams/team-assignment-queue.ts'
import { findTeam } from '#storage/teams/teams.ts'
import { assignQueued } from './assign-next.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 8
/** Conversations of one store in one look. */
const WORK = 200
const BATCH = 20
/** Conversations that a deleted team is taken off in one transaction. */
const CLEARED = 200
/** While nobody is free. Who becomes free is known at once; this is for when that was missed. */
const AGAIN_MS = 2 * 60_000

/**
 * Gives out what teams have waiting, in whichever process looks first: after acts that left a conversation for its team, and
 * as soon as somebody may be free. What waits stands in the database, so that it outlives a restart.
 */
export function createTeamWorker(
  database: Database,
  { languageOf, logger }: { languageOf: LanguageOf; logger: Logger },
): TenantScheduler {
  const ring = new TenantScheduler({
    name: 'conversations of teams',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findStoresWithTeamWork(database.system, now, limit),
    claim: async (shopId, now) => {
      const isMore = await workOff(database.shop(shopId), { languageOf, logger })
      return { jobs: [], nextAt: isMore ? now : undefined }
    },
    logger,
  })
  // `team`: somebody opened the inbox, or is not away any more.
  database.bus.on(['team_assignment_queue', 'team'], (shopId) => ring.notify(shopId))
  return ring
}

/** Looks at the teams of a store that have something waiting. Answers whether there may be more to do now. */
async function workOff(
  shop: Shop,
  { languageOf, logger }: { languageOf: LanguageOf; logger: Logger },
): Promise<boolean> {
  const work = await listTeamWork(shop, WORK)
  let isMore = work.length === WORK
  for (const teamId of new Set(work.map((one) => one.teamId))) {
    const ids = work.filter((one) => one.teamId === teamId).map(({ id }) => id)
    const left = await workOffTeam(shop, teamId, languageOf).catch((error: Error) => {
      logger.warn({ shopId: shop.shopId, teamId, reason: error.message }, 'assigning a team’s conversations failed')
      return 'waiting' as const
    })
    if (left === 'more') {
      isMore = true
      continue
    }
    // Written after these were read is another row, and stays.
    await deleteTeamWork(shop, ids)
    if (left === 'waiting') await scheduleAssignmentRetry(shop, teamId, new Date(currentTime().getTime() + AGAIN_MS))
  }
  return isMore
}

/** `waiting`: nobody is free for what is left; `more`: there is more to be done now. */
async function workOffTeam(shop: Shop, teamId: string, languageOf: LanguageOf): Promise<'none' | 'waiting' | 'more'> {
  const team = await findTeam(shop, teamId)
  if (!team) {
    const cleared = await shop.transaction((tx) => clearTeam(tx, teamId, CLEARED))
    if (cleared > 0) return 'more'
    return (await hasConversationsInTeam(shop, teamId)) ? 'waiting' : 'none'
  }
  if (team.assignment === 'by_hand') return 'none'
  const ids = await listWaiting(shop, teamId, BATCH)
  for (const id of ids) {
    if ((await unlessDeleted(assignQueued(shop, { teamId, id }, languageOf))) === 'nobody') return 'waiting'
  }
  return ids.length === BATCH ? 'more' : 'none'
}
