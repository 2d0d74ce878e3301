import { askAboutCustomer } from '#core/ai-agent/customer-question.ts'
import type { Rewriting } from '#core/ai-agent/rewriting.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { AI_HELP_PER_MINUTE, MESSAGE_TEXT_MAX, TYPED_SENTENCE_MAX, TYPED_SUGGESTIONS_PER_MINUTE } from '#core/limits.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { Shop } from '#database/database.ts'
import type { DecideParts } from './decide.ts'
import { type DryRun, replay, suggestReply } from './dry-run.ts'
import { replayMonth } from './replay-month.ts'
import { describeConversation } from './summary.ts'
import type { Decision } from './turn.ts'
import { suggestWhileTyping } from './typed-suggestions.ts'
import { type Proposal, tryChange } from './what-would-change.ts'

/** What members ask of the AI agent in the inbox; nothing of it writes. NOT_FOUND for no conversation. */
export function aiAgentForMembers(parts: DecideParts, limits: MinuteLimits) {
  const { model } = parts
  const takeTurn = ({ shopId }: Shop) =>
    limits.take(`ai-help:${shopId}`, AI_HELP_PER_MINUTE, 'The members of this store ask the AI agent too often.')
  return {
    canRewrite: model !== undefined,
    async rewrite(shop: Shop, draft: string, how: Rewriting) {
      if (!model) throw invalidParams('No AI model is set up; the operator can do so with AI_PROVIDER.')
      checkText(draft, MESSAGE_TEXT_MAX, 'text')
      await takeTurn(shop)
      const text = await model.rewrite(shop, draft, how)
      if (text === null)
        throw new ParleyError('UNAVAILABLE', 'The AI model gave no text that says the same; try again.')
      return text
    },
    async askAboutCustomer(caller: Caller, conversationId: string, question: string) {
      await takeTurn(caller.shop)
      return askAboutCustomer(
        caller,
        conversationId,
        question,
        model && ((...asked) => model.askAboutCustomer(...asked)),
      )
    },
    async suggestWhileTyping(caller: Caller, memberId: string, conversationId: string, typed: string) {
      checkText(typed, TYPED_SENTENCE_MAX, 'text')
      const counted = `typed:${caller.shop.shopId}:${memberId}`
      await limits.take(counted, TYPED_SUGGESTIONS_PER_MINUTE, 'You ask for suggestions too often.')
      return suggestWhileTyping(caller, conversationId, typed, parts.platform.baseUrl)
    },
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
    replayMonth: (shop: Shop, how: { cursor: string | null; asksModel: boolean }) => replayMonth(shop, how, parts),
    summarise: (shop: Shop, conversationId: string) => describeConversation(shop, conversationId, model),
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
