import { newId } from '#base/ids.ts'
import { RATING_ANSWER_MS } from '#core/limits.ts'
import { findAttributeByName, insertAttribute, updateAttribute } from '#storage/conversations/attributes.ts'
import { takeRatingRequest } from '#storage/conversations/rating-requests.ts'
import type { ConversationChange } from './conversation-transaction.ts'
import { RATING } from './rating-names.ts'

/**
 * Answers to a template that asked how a conversation went (spec C13.21): 1 to 5, alone, of 5, or with a word behind it as
 * buttons have, or one to five stars. Null for any other message.
 */
export function ratingIn(text: string): number | null {
  const words = text.trim()
  const digit = /^([1-5])(?: ?\/ ?5)?$|^([1-5]) ?[-–—:.)] ?[^\d\s][^\d]{0,25}$/u.exec(words)
  if (digit) return Number(digit[1] ?? digit[2])
  const stars = /^(?:[⭐★]\uFE0F?){1,5}$/u.exec(words)
  return stars ? [...words.replaceAll('\uFE0F', '')].length : null
}

/** Keeps a rating where the customer of a resolved conversation was asked for one; whether it is one. */
export async function takeRating(change: ConversationChange, text: string): Promise<boolean> {
  const { tx, conversation, now } = change
  const score = ratingIn(text)
  if (score === null || conversation.status !== 'resolved') return false
  if (!(await takeRatingRequest(tx, conversation.id, new Date(now.getTime() - RATING_ANSWER_MS)))) return false
  const known = await findAttributeByName(tx, conversation.id, RATING.score)
  const attribute = { id: known?.id ?? newId(), name: RATING.score, value: String(score), now }
  change.addStatement(() =>
    known ? updateAttribute(tx, conversation.id, attribute) : insertAttribute(tx, conversation.id, attribute),
  )
  return true
}
