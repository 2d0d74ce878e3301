import { newId } from '#base/ids.ts'
import type { Transaction } from '#database/database.ts'
import type { Clock } from '#storage/conversations/columns.ts'
import { insertResult } from '#storage/targets/targets.ts'
import {
  advanceClock,
  type ClockedConversation,
  type ClockInput,
  completedTargets,
  startsAwaitingReply,
} from './clock.ts'
import { getCachedTargetRules } from './targets-cache.ts'

/**
 * What an act does to a conversation's clock: the columns that change, and statements for the targets that it met or missed.
 * In a store without targets nothing is asked of the database, and nothing changes.
 */
export async function updateReplyClocks(
  tx: Transaction,
  before: ClockedConversation & { id: string; firstReplyBy: string | null },
  after: ClockedConversation,
  ticked: ClockInput,
  /** False where the store is known to have set none ever. */
  hasTargets = true,
): Promise<{ patch: Partial<Clock>; statements: (() => Promise<void>)[] }> {
  const rules = hasTargets ? await getCachedTargetRules(tx) : null
  if (!rules && before.awaitingReplySince === null && before.resolveClockStartedAt === null)
    return { patch: {}, statements: [] }
  const isLater = startsAwaitingReply(before, after, ticked) && !ticked.isNew && before.firstReplyBy !== null
  const clock = advanceClock(rules, before, after, ticked, isLater ? 'next_reply' : 'first_reply')
  const ended = rules ? completedTargets(rules, before, after, ticked) : []
  const statements = ended.map(
    (one) => () => insertResult(tx, { ...one, id: newId(), conversationId: before.id, endedAt: ticked.now }),
  )
  return { patch: differenceOf(after, clock), statements }
}

function differenceOf(before: Clock, clock: Clock): Partial<Clock> {
  const changed = Object.entries(clock).filter(([name, value]) => {
    const was = before[name as keyof Clock]
    return value instanceof Date && was instanceof Date ? value.getTime() !== was.getTime() : value !== was
  })
  return Object.fromEntries(changed)
}
