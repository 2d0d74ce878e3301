import { firstCodePoints } from '#base/text.ts'
import { requireCursor } from '#core/checks.ts'
import { changeConversation } from '#core/conversations/change.ts'
import {
  toVisitorConversation,
  toVisitorMessages,
  type VisitorConversation,
  type VisitorMessage,
} from '#core/conversations/live.ts'
import { notFound } from '#core/errors.ts'
import { VISITOR_MESSAGES_PAGE } from '#core/limits.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Shop } from '#database/database.ts'
import {
  findLiveConversation,
  type LiveConversationRow,
  type LiveMessageRow,
  listChangedMessages,
  listCustomerMessages,
  listLiveConversations,
} from '#storage/conversations/live.ts'
import { describeProfile, type Visitor, type VisitorProfile } from './visitors.ts'

/** Where things stand for a visitor: what the widget shows when it opens, and what a socket begins with. */
export interface Standing {
  visitor: VisitorProfile
  session: { id: string }
  conversation: VisitorConversation | null
  messages: VisitorMessage[]
  /** False: older messages are to be fetched, or the ones the client has are too old to go on from. */
  complete: boolean
  revision: number
}

/** What the client has already. */
export interface Known {
  conversationId?: string | undefined
  revision?: number | undefined
}

/** The conversation that the visitor's next message goes to: their newest, unless the session was reset since. */
export async function findCurrentConversation(shop: Shop, visitor: Visitor): Promise<LiveConversationRow | undefined> {
  if (visitor.contactId === null) return undefined
  const [current] = await listLiveConversations(shop, visitor.contactId, {
    since: visitor.resetAt,
    limit: 1,
    isGoingOn: true,
  })
  return current
}

/** A conversation of this visitor by its id, or NOT_FOUND for any other. */
export async function requireOwnConversation(shop: Shop, visitor: Visitor, id: string): Promise<LiveConversationRow> {
  const current = visitor.contactId === null ? undefined : await findLiveConversation(shop, id)
  if (!current || current.contactId !== visitor.contactId || current.isPlayground) throw notFound('Conversation')
  return current
}

export async function describeStanding(shop: Shop, visitor: Visitor, known: Known = {}): Promise<Standing> {
  const named =
    known.conversationId === undefined
      ? undefined
      : await requireOwnConversation(shop, visitor, known.conversationId).catch(() => undefined)
  const current = named ?? (await findCurrentConversation(shop, visitor))
  const [profile, conversation, page] = await Promise.all([
    describeProfile(shop, visitor),
    current ? toVisitorConversation(shop, current) : null,
    current ? readMessages(shop, current, named ? known.revision : undefined) : { rows: [], complete: true },
  ])
  return {
    visitor: profile,
    session: { id: visitor.sessionId },
    conversation,
    messages: toVisitorMessages(page.rows),
    complete: page.complete,
    revision: Math.max(current?.revision ?? 0, ...page.rows.map(({ revision }) => revision)),
  }
}

/** What changed since a revision, or the newest messages where that is too much or nothing to go on from. */
async function readMessages(
  shop: Shop,
  current: LiveConversationRow,
  since: number | undefined,
): Promise<{ rows: LiveMessageRow[]; complete: boolean }> {
  const limit = VISITOR_MESSAGES_PAGE.max
  if (since === current.revision) return { rows: [], complete: true }
  if (since !== undefined && since < current.revision) {
    const changed = await listChangedMessages(shop, current.id, { since, limit: limit + 1 })
    if (changed.length <= limit) return { rows: changed, complete: true }
  }
  const newest = await listCustomerMessages(shop, current.id, {
    before: null,
    limit: VISITOR_MESSAGES_PAGE.default + 1,
  })
  return {
    rows: newest.slice(0, VISITOR_MESSAGES_PAGE.default).reverse(),
    complete: newest.length <= VISITOR_MESSAGES_PAGE.default,
  }
}

const isPositionCursor = (cursor: string) => decodeCursor(cursor, ['number']) !== null

/** Older messages, newest first. */
export async function listOlderMessages(
  shop: Shop,
  visitor: Visitor,
  request: { conversationId?: string | undefined; before: string | null; limit: number },
): Promise<{ messages: VisitorMessage[]; nextCursor: string | null }> {
  requireCursor(request.before, isPositionCursor)
  const current =
    request.conversationId === undefined
      ? await findCurrentConversation(shop, visitor)
      : await requireOwnConversation(shop, visitor, request.conversationId)
  if (!current) return { messages: [], nextCursor: null }
  const before = request.before === null ? null : (decodeCursor(request.before, ['number'])?.[0] as number)
  const rows = await listCustomerMessages(shop, current.id, { before, limit: request.limit + 1 })
  const given = rows.slice(0, request.limit)
  const last = given.at(-1)
  return {
    messages: toVisitorMessages(given),
    nextCursor: rows.length > request.limit && last ? encodeCursor([last.position]) : null,
  }
}

/** Conversations shown in the widget's list. */
const CONVERSATIONS = 50

/** A conversation in the list of its visitor's, with its last words. */
export type ListedConversation = VisitorConversation & { lastMessage: string | null }

export async function listVisitorConversations(shop: Shop, visitor: Visitor): Promise<ListedConversation[]> {
  if (visitor.contactId === null) return []
  const conversations = await listLiveConversations(shop, visitor.contactId, { since: null, limit: CONVERSATIONS })
  return Promise.all(
    conversations.map(async (current) => ({
      ...(await toVisitorConversation(shop, current)),
      lastMessage: lastWords(current),
    })),
  )
}

/** The beginning of the last message that the customer may see; the REST record has it already. */
function lastWords({ wire }: LiveConversationRow): string | null {
  const { lastMessage } = JSON.parse(wire) as { lastMessage: { text: string } | null }
  return lastMessage === null ? null : firstCodePoints(lastMessage.text, 120)
}

/** The customer has seen everything up to a revision. It never goes back. */
export async function markReadByCustomer(shop: Shop, visitor: Visitor, id: string, revision: number): Promise<void> {
  const current = await requireOwnConversation(shop, visitor, id)
  if (current.isCustomerRead || revision <= current.customerPosition) return
  await changeConversation({ shop }, current.id, (change) => {
    const { isCustomerRead, lastPosition } = change.conversation
    if (isCustomerRead) return
    const last = Number(lastPosition)
    change.set({ customerPosition: String(Math.min(revision, last)) })
    if (revision >= last) change.set({ isCustomerRead: true })
  })
}
