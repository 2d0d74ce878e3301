import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { openChange } from '#core/conversations/conversation-transaction.ts'
import { notifySnoozeEnded } from '#core/members/notifications.ts'
import type { Database, Shop } from '#database/database.ts'
import { findShopsWithReturns, lockReturns } from '#storage/unsnooze.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 8
/** Conversations of one store in one transaction. */
const BATCH = 20

/**
 * Brings snoozed conversations back whose time has come, in whichever process looks first: what is due stands in the
 * database, so that it outlives a restart.
 */
export function createReturns(database: Database, logger: Logger): TenantScheduler {
  return new TenantScheduler({
    name: 'snoozed conversations',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findShopsWithReturns(database.system, now, limit),
    claim: async (shopId, now) => {
      const returned = await returnDue(database.shop(shopId), now)
      return { jobs: [], nextAt: returned === BATCH ? now : undefined }
    },
    logger,
  })
}

/** Returns up to a batch of a store's snoozed conversations, and notifies their assignee or snoozer. Returns how many. */
function returnDue(shop: Shop, now: Date): Promise<number> {
  return shop.transaction(async (tx) => {
    const ids = await lockReturns(tx, now, BATCH)
    for (const id of ids) {
      const change = await openChange(tx, id)
      const { memberId, snoozedBy } = change.conversation
      change.set({ snoozedUntil: null, snoozedBy: null, returnedAt: change.now })
      const told = memberId ?? snoozedBy
      if (told !== null) change.addStatement(() => notifySnoozeEnded(tx, told, { conversationId: id, now: change.now }))
      await change.save('more')
    }
    return ids.length
  })
}
