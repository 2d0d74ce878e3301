import type { Shop } from '#database/database.ts'
import type { DecideParts } from './decide.ts'
import { type DryRun, replay, suggestReply } from './dry-run.ts'
import { describeConversation } from './summary.ts'

/** What members ask of the AI agent in the inbox; nothing of it writes. NOT_FOUND for no conversation. */
export function aiAgentForMembers(parts: DecideParts) {
  return {
    async suggest(shop: Shop, conversationId: string) {
      const run = await suggestReply(shop, conversationId, parts)
      return run && present(run)
    },
    replay: async (shop: Shop, conversationId: string) => (await replay(shop, conversationId, parts)).map(present),
    summarise: (shop: Shop, conversationId: string) => describeConversation(shop, conversationId, parts.model),
  }
}

function present({ asked, saidThen, decision }: DryRun) {
  const { act, topic, trace } = decision
  return {
    asked,
    saidThen,
    act,
    reason: act === 'hand_over' ? decision.reason : null,
    text: act === 'hand_over' ? null : decision.text,
    faqs: act === 'answer' ? decision.faqs : [],
    topic,
    trace,
  }
}
