import { currentTime } from '#base/clock.ts'
import { decodeCursor, encodeCursor } from '#storage/cursor.ts'
import type { Shop } from '#storage/database.ts'
import {
  findThread,
  listChangedMessages,
  listCustomerMessages,
  listThreads,
  type ThreadMessageRow,
  type ThreadRow,
} from '#storage/threads.ts'
import { lockForWrite, requireCursor, saveConversation } from './conversations.ts'
import { notFound } from './errors.ts'
import { THREAD_PAGE } from './limits.ts'
import { toVisitorConversation, toVisitorMessages, type VisitorConversation, type VisitorMessage } from './live.ts'
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
export async function findCurrentThread(shop: Shop, visitor: Visitor): Promise<ThreadRow | undefined> {
  if (visitor.contactId === null) return undefined
  const [thread] = await listThreads(shop, visitor.contactId, { since: visitor.resetAt, limit: 1 })
  return thread
}

/** A conversation of this visitor by its id, or NOT_FOUND: whoever else's it may be. */
export async function requireThread(shop: Shop, visitor: Visitor, id: string): Promise<ThreadRow> {
  const thread = visitor.contactId === null ? undefined : await findThread(shop, id)
  if (!thread || thread.contactId !== visitor.contactId || thread.isPlayground) throw notFound('Conversation')
  return thread
}

export async function describeStanding(shop: Shop, visitor: Visitor, known: Known = {}): Promise<Standing> {
  const named =
    known.conversationId === undefined
      ? undefined
      : await requireThread(shop, visitor, known.conversationId).catch(() => undefined)
  const thread = named ?? (await findCurrentThread(shop, visitor))
  const [profile, conversation, page] = await Promise.all([
    describeProfile(shop, visitor),
    thread ? toVisitorConversation(shop, thread) : null,
    thread ? readMessages(shop, thread, named ? known.revision : undefined) : { rows: [], complete: true },
  ])
  return {
    visitor: profile,
    session: { id: visitor.sessionId },
    conversation,
    messages: toVisitorMessages(page.rows),
    complete: page.complete,
    revision: Math.max(thread?.revision ?? 0, ...page.rows.map(({ revision }) => revision)),
  }
}

/** What changed since a revision, or the newest messages where that is too much or nothing to go on from. */
async function readMessages(
  shop: Shop,
  thread: ThreadRow,
  since: number | undefined,
): Promise<{ rows: ThreadMessageRow[]; complete: boolean }> {
  const limit = THREAD_PAGE.max
  if (since !== undefined && since <= thread.revision) {
    const changed = await listChangedMessages(shop, thread.id, { since, limit: limit + 1 })
    if (changed.length <= limit) return { rows: changed, complete: true }
  }
  const newest = await listCustomerMessages(shop, thread.id, { before: null, limit: THREAD_PAGE.default + 1 })
  return { rows: newest.slice(0, THREAD_PAGE.default).reverse(), complete: newest.length <= THREAD_PAGE.default }
}

const isThreadCursor = (cursor: string) => decodeCursor(cursor, ['number']) !== null

/** Older messages, newest first. */
export async function listOlderMessages(
  shop: Shop,
  visitor: Visitor,
  request: { conversationId?: string | undefined; before: string | null; limit: number },
): Promise<{ messages: VisitorMessage[]; nextCursor: string | null }> {
  requireCursor(request.before, isThreadCursor)
  const thread =
    request.conversationId === undefined
      ? await findCurrentThread(shop, visitor)
      : await requireThread(shop, visitor, request.conversationId)
  if (!thread) return { messages: [], nextCursor: null }
  const before = request.before === null ? null : (decodeCursor(request.before, ['number'])?.[0] as number)
  const rows = await listCustomerMessages(shop, thread.id, { before, limit: request.limit + 1 })
  const given = rows.slice(0, request.limit)
  const last = given.at(-1)
  return {
    messages: toVisitorMessages(given),
    nextCursor: rows.length > request.limit && last ? encodeCursor([last.position]) : null,
  }
}

/** Conversations shown in the widget's list. */
const CONVERSATIONS = 50

export async function listVisitorConversations(shop: Shop, visitor: Visitor): Promise<VisitorConversation[]> {
  if (visitor.contactId === null) return []
  const threads = await listThreads(shop, visitor.contactId, { since: null, limit: CONVERSATIONS })
  return Promise.all(threads.map((thread) => toVisitorConversation(shop, thread)))
}

/** The customer has seen everything up to a revision. It never goes back. */
export async function markReadByCustomer(shop: Shop, visitor: Visitor, id: string, revision: number): Promise<void> {
  const thread = await requireThread(shop, visitor, id)
  if (thread.isCustomerRead || revision <= thread.customerPosition) return
  await shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, thread.id)
    const last = Number(conversation.lastPosition)
    if (conversation.isCustomerRead) return
    const customerPosition = String(Math.min(revision, last))
    const patch = { ...move, customerPosition, ...(revision >= last ? { isCustomerRead: true } : {}) }
    await saveConversation(tx, conversation, patch, currentTime())
  })
}
