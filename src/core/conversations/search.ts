import { codePoints } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import {
  type FoundMessage,
  type FoundPerson,
  findContactOfOrder,
  searchPeople,
  searchRecentMessages,
} from '#storage/conversations/search.ts'

/** What one search covers, returned with its results: it is bounded, so that a search is quick in any store. */
export const SEARCH_BOUNDS = { people: 10, conversations: 300, messagesOfEach: 50, messages: 20 } as const
const QUERY_MIN = 2
const QUERY_MAX = 100

export interface InboxFindings {
  people: FoundPerson[]
  messages: FoundMessage[]
  /** A conversation whose id was asked for, as JSON. */
  conversation: string | null
}

/**
 * Finds people by the beginning of their name or address or by an order's number, a conversation by its id, and
 * messages by any part of their text among the newest.
 */
export async function searchInbox(caller: Caller, query: string): Promise<InboxFindings> {
  const text = query.trim()
  if (codePoints(text) < QUERY_MIN || codePoints(text) > QUERY_MAX) {
    throw invalidParams(`q needs ${QUERY_MIN} to ${QUERY_MAX} characters.`)
  }
  const { people: limit, conversations, messagesOfEach, messages } = SEARCH_BOUNDS
  const [people, buyer, conversation, found] = await Promise.all([
    searchPeople(caller.shop, text.toLowerCase(), limit),
    findContactOfOrder(caller.shop, text.replace(/^#/, '')),
    findConversation(caller.shop, text),
    searchRecentMessages(caller.shop, text, { conversations, messagesOfEach, limit: messages }),
  ])
  const others = people.filter(({ id }) => id !== buyer?.id)
  return { people: buyer ? [buyer, ...others] : others, messages: found, conversation: conversation?.wire ?? null }
}
