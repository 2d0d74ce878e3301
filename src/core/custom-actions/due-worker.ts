import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Caller } from '#core/caller.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import { giveToTeam } from '#core/conversations/hand-off.ts'
import { ParleyError } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import { findShopsWithDueRuns, listDueRuns, type RunRow } from '#storage/custom-actions/runs.ts'
import { approveRun } from './approvals.ts'
import type { ActionDesk } from './call.ts'

const SWEEP_MS = 1_000
const STORES_AT_ONCE = 4
const BATCH = 10

/** Begins the runs that the AI agent announced and that need no approval. */
export function createDueRuns(database: Database, desk: ActionDesk, logger: Logger): TenantScheduler {
  const begin = async (shopId: string, run: RunRow) => {
    const caller: Caller = { shop: database.shop(shopId), actor: { kind: 'ai_agent' } }
    try {
      const { state } = await approveRun(caller, run, null, desk)
      if (state === 'outdated') await handOver(caller, run)
    } catch (error) {
      // The contact was redacted, or the conversation deleted.
      if (!(error instanceof ParleyError) || error.code !== 'NOT_FOUND') throw error
    }
  }
  return new TenantScheduler({
    name: 'runs of actions that need no approval',
    sweepMs: SWEEP_MS,
    max: STORES_AT_ONCE,
    perClaim: STORES_AT_ONCE,
    findStores: (now, limit) => findShopsWithDueRuns(database.system, now, limit),
    claim: async (shopId, now) => {
      // Other processes may take the same: the transaction that begins a run lets one of them.
      for (const run of await listDueRuns(database.shop(shopId), now, BATCH)) await begin(shopId, run)
      return { jobs: [] }
    },
    logger,
  })
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
