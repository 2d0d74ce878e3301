import { currentTime } from '#base/clock.ts'
import {
  type ConversationChange,
  openChange,
  requireNotMerged,
  withMergedRedirect,
} from '#core/conversations/conversation-transaction.ts'
import { giveToTeam } from '#core/conversations/hand-off.ts'
import { ParleyError } from '#core/errors.ts'
import { sayOutcome } from '#core/order-actions/tell-customer.ts'
import { writeNoteOf } from '#core/order-actions/write-note.ts'
import type { Queries, Shop } from '#database/database.ts'
import { endRun, findRun, markRunTold, type RunOutcome, type RunRow } from '#storage/custom-actions/runs.ts'
import { actionText } from './texts.ts'

/**
 * Writes down how a run ended and, unless it only read, an internal note in its conversation. The first outcome
 * written wins; returns the run with it.
 */
export async function recordOutcome(shop: Shop, run: RunRow, outcome: RunOutcome): Promise<RunRow> {
  const end = async (tx: Queries) => {
    const ended = await endRun(tx, run.id, outcome, currentTime())
    if (ended?.conversationId) tx.signal({ kind: 'details', id: ended.conversationId })
    return ended
  }
  const withNote = (conversationId: string) =>
    shop.transaction(async (tx) => {
      const change = await openChange(tx, conversationId)
      requireNotMerged(change)
      const ended = await end(tx)
      if (ended) await writeNoteOf(change, ended.memberId, noteOf(ended))
      if (ended?.source === 'ai_agent') await tellRun(change, ended)
      await change.save('last')
      return ended
    })
  const { conversationId, risk } = run
  const ended =
    conversationId === null || risk === 'read'
      ? await shop.transaction(end)
      : await withMergedRedirect(conversationId, withNote).catch((error) => {
          if (!(error instanceof ParleyError) || error.code !== 'NOT_FOUND') throw error
          return undefined // the conversation was deleted meanwhile, and the run with it
        })
  return ended ?? (await findRun(shop, run.id)) ?? { ...run, ...outcome }
}

/** Tells the customer; without a member who approved, the team gets what was not carried out. */
async function tellRun(change: ConversationChange, ended: RunRow): Promise<void> {
  const { id, state, answer, language, memberId } = ended
  const key = state === 'done' || state === 'failed' ? state : 'unknown'
  const text = (state === 'done' && answer) || actionText(language, key)
  await sayOutcome(change, text, (position) => markRunTold(change.tx, id, position))
  if (state === 'done' || memberId !== null || !change.conversation.isChatBot) return
  giveToTeam(change, { name: change.settings.ai.name })
}

/** What the team reads of a run. */
function noteOf({ actionName, state, error, answer }: RunRow): string {
  const words = {
    done: `Action “${actionName}”: done.`,
    failed: `Action “${actionName}”: failed, nothing was changed.`,
  }[state as string]
  const unknown = `Action “${actionName}”: it was sent, and its outcome is unknown. It may have been carried out: look there first.`
  return [words ?? unknown, error, answer].filter(Boolean).join(' ')
}
