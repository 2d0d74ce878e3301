import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { AI_EXAMPLE_QUESTION_MAX, AI_EXAMPLES_MAX } from '#core/limits.ts'
import {
  type AiExample,
  countExamples,
  deleteExample,
  insertExample,
  listExamples,
} from '#storage/ai-agent/examples.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import { findArticle } from '#storage/knowledge/articles.ts'
import { takeTurn } from '#storage/locks.ts'

export const listAiExamples = ({ shop }: Caller): Promise<AiExample[]> => listExamples(shop)

/**
 * Keeps what the AI agent is to do about a question: answer from an article, or not answer (`articleId` null).
 * INVALID_PARAMS for an article or conversation that the store does not have, and beyond the limit.
 */
export async function addAiExample(
  { shop, actor }: Caller,
  given: { question: string; articleId: string | null; conversationId?: string },
): Promise<AiExample> {
  const { articleId, conversationId = null } = given
  const question = given.question.trim()
  checkText(question, AI_EXAMPLE_QUESTION_MAX, 'question')
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const article = articleId === null ? null : await findArticle(tx, articleId)
    if (article === undefined) throw invalidParams('articleId is no article of the store.')
    if (conversationId !== null && !(await findConversation(tx, conversationId))) {
      throw invalidParams('conversationId is no conversation of the store.')
    }
    if ((await countExamples(tx)) >= AI_EXAMPLES_MAX) {
      throw invalidParams(`A store has at most ${AI_EXAMPLES_MAX} examples; delete one first.`)
    }
    const createdBy = actor.kind === 'member' ? actor.memberId : null
    const example = { id: newId(), question, articleId, conversationId, createdBy, createdAt: currentTime() }
    await insertExample(tx, example)
    await recordAudit(tx, actor, 'ai_example.added', example.id)
    return { ...example, articleTitle: article?.data.question ?? null }
  })
}

/** NOT_FOUND for none. */
export async function removeAiExample({ shop, actor }: Caller, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    if (!(await deleteExample(tx, id))) throw notFound('Example')
    await recordAudit(tx, actor, 'ai_example.removed', id)
  })
}
