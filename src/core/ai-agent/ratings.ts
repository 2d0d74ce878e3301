import { notFound } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { rateDecision } from '#storage/ai-agent/decisions.ts'

/** Records whether an answer of the AI agent helped its customer; a later call replaces it. NOT_FOUND for other messages. */
export async function rateAnswer(
  shop: Shop,
  contactId: string | null,
  rating: { messageId: string; isHelpful: boolean },
): Promise<void> {
  const isTheirs = contactId !== null && (await rateDecision(shop, { ...rating, contactId }))
  if (!isTheirs) throw notFound('Answer')
}
