import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Caller } from '#core/caller.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { giveToTeam } from '#core/conversations/hand-off.ts'
import { ParleyError } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import { findShopsWithDueApprovals, listDueApprovals } from '#storage/order-actions/approvals.ts'
import type { OrderDesk } from './action.ts'
import { type Approval, approve, expire } from './approvals.ts'
import { failureNote } from './tell-customer.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 4
const BATCH = 10

/** Carries out the AI agent's order actions that a store's settings allow without approval. */
export function createAllowedOrderActions(database: Database, desk: OrderDesk, logger: Logger): TenantScheduler {
  const carryOut = async (shopId: string, approval: Approval) => {
    const caller: Caller = { shop: database.shop(shopId), actor: { kind: 'ai_agent' } }
    try {
      const { state } = await approve(caller, approval, null, desk)
      if (state === 'outdated') await handOver(caller, approval, 'The order has changed meanwhile.')
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      if (error.code === 'NOT_FOUND') return // the contact was redacted, or the conversation deleted
      await expire(caller, approval, 'order_changed')
      await handOver(caller, approval, error.message)
    }
  }
  return new TenantScheduler({
    name: 'allowed actions with orders',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findShopsWithDueApprovals(database.system, now, limit),
    claim: async (shopId, now) => {
      // Other processes may take the same: the transaction that begins an action lets one of them.
      for (const approval of await listDueApprovals(database.shop(shopId), now, BATCH)) await carryOut(shopId, approval)
      return { jobs: [] }
    },
    logger,
  })
}

/** Nobody decided, so nobody knows of it yet: the team gets the conversation. */
async function handOver(caller: Caller, approval: Approval, why: string): Promise<void> {
  await changeConversation(caller, approval.conversationId, (change) => {
    if (!change.conversation.isChatBot) return
    giveToTeam(change, { name: change.settings.ai.name, note: failureNote(approval, why) })
  })
}
