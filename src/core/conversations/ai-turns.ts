import { AI_AGENT_WAITS_MS } from '#core/limits.ts'
import { endGuidanceRun, scheduleTurn } from '#storage/ai-agent/turns.ts'
import type { ConversationChange } from './conversation-transaction.ts'

/**
 * Part of an act after which the AI agent owes the customer an answer to the message at `position`: a moment later, so
 * that a quick row of messages gets one. `isVerified`: the message is by a visitor whose identity was verified.
 */
export function scheduleAnswer(change: ConversationChange, position: string, isVerified = false): void {
  const { tx, conversation, now } = change
  const dueAt = new Date(now.getTime() + AI_AGENT_WAITS_MS)
  change.addStatement(() =>
    scheduleTurn(tx, { conversationId: conversation.id, kind: 'reply', position, dueAt, isVerified }),
  )
}

/** Part of an act that resolves: the summary for the team is due, and what guidance asks is over. */
export function scheduleSummary(change: ConversationChange): void {
  const { tx, conversation, now } = change
  if (conversation.hasChatBot) change.addStatement(() => endGuidanceRun(tx, conversation.id))
  const { id: conversationId, lastPosition: position } = conversation
  change.addStatement(() => scheduleTurn(tx, { conversationId, kind: 'summary', position, dueAt: now }))
}
