import { firstCodePoints } from '#base/text.ts'
import { requireCursor } from '#core/checks.ts'
import { changeConversation } from '#core/conversations/conversation-transaction.ts'
import {
  readVisitorConversation,
  toVisitorMessages,
  type VisitorConversation,
  type VisitorMessage,
} from '#core/conversations/visitor-view.ts'
import { notFound } from '#core/errors.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Shop } from '#database/database.ts'
import {
  findLiveConversation,
  type LiveConversationRow,
  listCustomerMessages,
  listLiveConversations,
} from '#storage/conversations/live.ts'
import type { Visitor } from './visitors.ts'

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
      ...(await readVisitorConversation(shop, current)),
      lastMessage: lastWords(current),
    })),
  )
}

/** The beginning of the last message that the customer may see; the REST record has it already. */
function lastWords({ renderedJson }: LiveConversationRow): string | null {
  const { lastMessage } = JSON.parse(renderedJson) as { lastMessage: { text: string } | null }
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
