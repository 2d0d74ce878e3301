import type { Logger } from '#base/logger.ts'
import type { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Caller } from '#core/caller.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { giveToTeam } from '#core/conversations/hand-off.ts'
import { ParleyError } from '#core/errors.ts'
import { createRowSweep } from '#core/row-sweep.ts'
import type { Database, Shop } from '#database/database.ts'
import { findShopsWithDueApprovals, listDueApprovals } from '#storage/order-actions/approvals.ts'
import type { OrderDesk } from './action.ts'
import { type Approval, approve, expire } from './approvals.ts'
import { failureNote } from './tell-customer.ts'

/** Carries out the AI agent's order actions that a store's settings allow without approval. */
export function createAllowedOrderActions(database: Database, desk: OrderDesk, logger: Logger): TenantScheduler {
  const carryOut = async (shop: Shop, approval: Approval) => {
    const caller: Caller = { shop, actor: { kind: 'ai_agent' } }
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
  const sweep = {
    name: 'allowed actions with orders',
    findStores: findShopsWithDueApprovals,
    listDue: listDueApprovals,
    handle: carryOut,
  }
  return createRowSweep(database, sweep, logger)
}

/** Nobody decided, so nobody knows of it yet: the team gets the conversation. */
async function handOver(caller: Caller, approval: Approval, why: string): Promise<void> {
  await changeConversation(caller, approval.conversationId, (change) => {
    if (!change.conversation.isChatBot) return
    giveToTeam(change, { name: change.settings.ai.name, note: failureNote(approval, why) })
  })
}
