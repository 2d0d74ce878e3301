import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { changeAssignee } from '#core/conversations/state.ts'
import { unlessDeleted } from '#core/errors.ts'
import type { Database, Shop } from '#database/database.ts'
import { endUnassign, findStoresToUnassign, listMembersToUnassign, listOpenOf } from '#storage/members/unassign.ts'

const SWEEP_MS = 2_000
const STORES_AT_ONCE = 4
/** Conversations of one member that are unassigned before other stores have their turn. */
const BATCH = 20

/**
 * Unassigns the open conversations of deactivated members, snoozed ones included: each stays with its team, and a customer
 * who waits is announced as in any unassigned conversation. The mark is in the database, so that it outlives a restart.
 */
export function createUnassignWorker(database: Database, logger: Logger): TenantScheduler {
  const scheduler = new TenantScheduler({
    name: 'conversations of deactivated members',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findStoresToUnassign(database.system, now, limit),
    claim: async (shopId, now) => {
      const isMore = await unassignBatch(database.shop(shopId))
      return { jobs: [], nextAt: isMore ? now : undefined }
    },
    logger,
  })
  database.bus.on(['unassign'], (shopId) => scheduler.notify(shopId))
  return scheduler
}

/** Works on one member of a store. Returns whether there may be more to do. */
async function unassignBatch(shop: Shop): Promise<boolean> {
  const [member, next] = await listMembersToUnassign(shop, 2)
  if (!member) return false
  const ids = member.active ? [] : await listOpenOf(shop, member.id, BATCH)
  for (const id of ids) await unassign(shop, id, member.id)
  if (ids.length === BATCH) return true
  await endUnassign(shop, member.id)
  return next !== undefined
}

async function unassign(shop: Shop, id: string, memberId: string): Promise<void> {
  await unlessDeleted(
    changeConversation({ shop }, id, (change) => {
      const { memberId: assignee, status } = change.conversation
      if (assignee !== memberId || status !== 'open') return
      changeAssignee(change, null, null)
      if (!change.conversation.isRead) change.announceWaiting()
    }),
  )
}
