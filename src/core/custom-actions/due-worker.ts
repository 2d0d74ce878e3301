import type { Logger } from '#base/logger.ts'
import type { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Caller } from '#core/caller.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { giveToTeam } from '#core/conversations/hand-off.ts'
import { ParleyError } from '#core/errors.ts'
import { createRowSweep } from '#core/row-sweep.ts'
import type { Database, Shop } from '#database/database.ts'
import { findShopsWithDueRuns, listDueRuns, type RunRow } from '#storage/custom-actions/runs.ts'
import { approveRun } from './approvals.ts'
import type { ActionDesk } from './call.ts'

/** Begins the runs that the AI agent announced and that need no approval. */
export function createDueRuns(database: Database, desk: ActionDesk, logger: Logger): TenantScheduler {
  const begin = async (shop: Shop, run: RunRow) => {
    const caller: Caller = { shop, actor: { kind: 'ai_agent' } }
    try {
      const { state } = await approveRun(caller, run, null, desk)
      if (state === 'outdated') await handOver(caller, run)
    } catch (error) {
      // The contact was redacted, or the conversation deleted.
      if (!(error instanceof ParleyError) || error.code !== 'NOT_FOUND') throw error
    }
  }
  const sweep = {
    name: 'runs of actions that need no approval',
    findStores: findShopsWithDueRuns,
    listDue: listDueRuns,
    handle: begin,
  }
  return createRowSweep(database, sweep, logger)
}

/** Nobody decided, so nobody knows of it yet: the team gets the conversation. */
async function handOver(caller: Caller, { conversationId, actionName }: RunRow): Promise<void> {
  if (conversationId === null) return
  await changeConversation(caller, conversationId, async (change) => {
    if (!change.conversation.isChatBot) return
    const note = `Action “${actionName}”: not begun, for the action or the order has changed meanwhile.`
    giveToTeam(change, { name: change.settings.ai.name, note })
  })
}
