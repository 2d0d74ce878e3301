import type { Shop } from '#database/database.ts'
import type { DecideParts } from './decide.ts'
import { type DryRun, replay, suggestReply } from './dry-run.ts'
import { describeConversation } from './summary.ts'
import type { Decision } from './turn.ts'
import { type Proposal, tryChange } from './what-would-change.ts'

/** What members ask of the AI agent in the inbox; nothing of it writes. NOT_FOUND for no conversation. */
export function aiAgentForMembers(parts: DecideParts) {
  return {
    async suggest(shop: Shop, conversationId: string) {
      const run = await suggestReply(shop, conversationId, parts)
      return run && present(run)
    },
    replay: async (shop: Shop, conversationId: string) => (await replay(shop, conversationId, parts)).map(present),
    async tryChange(shop: Shop, proposal: Proposal, cursor: string | null) {
      const { changed, broken, ...rest } = await tryChange(shop, proposal, cursor, parts)
      return {
        ...rest,
        changed: changed.map(({ before, after, ...one }) => ({ ...one, before: say(before), after: say(after) })),
        broken: broken.map(({ example, before, after }) => ({ example, before: say(before), after: say(after) })),
      }
    },
    summarise: (shop: Shop, conversationId: string) => describeConversation(shop, conversationId, parts.model),
  }
}

function present({ asked, saidThen, decision }: DryRun) {
  const { topic, trace } = decision
  return { asked, saidThen, ...say(decision), topic, trace }
}

/** What customers would see of a decision. */
function say(decision: Decision) {
  const { act } = decision
  return {
    act,
    reason: act === 'hand_over' ? decision.reason : null,
    text: act === 'hand_over' ? null : decision.text,
    faqs: act === 'answer' ? decision.faqs : [],
  }
}
