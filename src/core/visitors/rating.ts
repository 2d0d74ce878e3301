import { setAttributes } from '#core/conversations/attributes.ts'
import { RATING } from '#core/conversations/rating-names.ts'
import { invalidParams } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { requireOwnConversation } from './conversations.ts'
import type { Visitor } from './visitors.ts'

/**
 * The customer says how a resolved conversation went: 1 (bad) to 5 (great), with a word or without. Said again, the last
 * one is kept. NOT_FOUND for another customer's conversation.
 */
export async function rateConversation(
  shop: Shop,
  visitor: Visitor,
  { conversationId, score, comment }: { conversationId: string; score: number; comment?: string | undefined },
): Promise<void> {
  const { id, status } = await requireOwnConversation(shop, visitor, conversationId)
  if (status !== 'resolved') throw invalidParams('A conversation is rated once it is resolved.')
  await setAttributes({ shop }, id, {
    [RATING.score]: String(score),
    ...(comment === undefined ? {} : { [RATING.comment]: comment }),
  })
}
