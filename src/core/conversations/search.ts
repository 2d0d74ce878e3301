import { codePoints } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import {
  type FoundMessage,
  type FoundPerson,
  findContactsOfOrder,
  readSearchCursor,
  type SearchPlace,
  searchCursor,
  searchMessagesFrom,
  searchPeople,
  searchRecentMessages,
} from '#storage/conversations/search.ts'
import { mayOpen } from './access.ts'

export type { FoundMessage }

/** What one search covers, returned with its results: it is bounded, so that a search is quick in any store. */
export const SEARCH_BOUNDS = { people: 10, conversations: 300, messagesOfEach: 50, messages: 20 } as const
/** What one step through all messages reads and answers at most. */
const STEP = { conversations: 2_000, messages: 10_000, limit: 50 }
const QUERY_MIN = 2
const QUERY_MAX = 100

export interface InboxFindings {
  people: FoundPerson[]
  messages: FoundMessage[]
  /** A conversation whose id was asked for, as JSON. */
  conversation: string | null
}

/**
 * Finds people by the beginning of their name or address or by an order's number in either case, a conversation by its
 * id, and messages by any part of their text among the newest.
 */
export async function searchInbox(caller: Caller, query: string): Promise<InboxFindings> {
  const text = checkQuery(query)
  const { shop, access = null } = caller
  const { people: limit, conversations, messagesOfEach, messages } = SEARCH_BOUNDS
  const [people, buyers, conversation, found] = await Promise.all([
    searchPeople(caller.shop, text.toLowerCase(), limit),
    findContactsOfOrder(caller.shop, text.replace(/^#/, ''), limit),
    findConversation(caller.shop, text),
    searchRecentMessages(caller.shop, text, access, { conversations, messagesOfEach, limit: messages }),
  ])
  // Spam is found in its own list alone.
  const isShown = conversation?.statusBeforeSpam === null && (await mayOpen(shop, access, conversation))
  const named = isShown ? conversation.renderedJson : null
  const others = people.filter(({ id }) => buyers.every((buyer) => buyer.id !== id))
  return { people: [...buyers, ...others], messages: found, conversation: named }
}

/**
 * One step of a look through all of the store's messages, from those of the conversations that were active last.
 * `until` says how far back it came: the last conversation's activity.
 */
export async function searchAllMessages(
  caller: Caller,
  query: string,
  cursor: string | null,
): Promise<{ messages: FoundMessage[]; nextCursor: string | null; until: Date | null }> {
  const text = checkQuery(query)
  requireCursor(cursor, (given) => readSearchCursor(given) !== null)
  const after = cursor === null ? null : (readSearchCursor(cursor) as SearchPlace)
  const { found, next } = await searchMessagesFrom(caller.shop, text, caller.access ?? null, after, STEP)
  return { messages: found, nextCursor: next && searchCursor(next), until: next?.lastActive ?? null }
}

function checkQuery(query: string): string {
  const text = query.trim()
  if (codePoints(text) < QUERY_MIN || codePoints(text) > QUERY_MAX) {
    throw invalidParams(`q needs ${QUERY_MIN} to ${QUERY_MAX} characters.`)
  }
  return text
}
