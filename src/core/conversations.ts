import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import { type BrowsedPageRow, findSummary, listBrowsedPages, type SummaryRow } from '#storage/context.ts'
import {
  type ConversationFilters,
  countViews,
  isConversationCursor,
  listConversations,
  type ViewCounts,
} from '#storage/conversation-list.ts'
import {
  type ConversationPatch,
  type ConversationRow,
  type Datastore,
  type FoundConversation,
  findConversation,
  lockConversation,
  updateConversation,
} from '#storage/conversations.ts'
import type { Queries } from '#storage/database.ts'
import { takeConversationNumbers } from '#storage/stores.ts'
import type { WirePage } from '#storage/wire-page.ts'
import type { Caller } from './caller.ts'
import { invalidParams, notFound } from './errors.ts'
import { appendEvents, buildEvent } from './events.ts'
import { BROWSED_PAGES_KEPT_MS, BROWSED_PAGES_MAX, VIEW_COUNT_MAX } from './limits.ts'
import { requireActiveMember } from './members.ts'

/** A conversation as clients see it: the list form as ready JSON, and the datastore it was read from. */
export interface ConversationView {
  wire: string
  source: Datastore
}

/** What the list can be asked for. All conditions hold at once; of several tags any one is enough. */
export interface ListRequest extends Omit<ConversationFilters, 'emailKey' | 'not'> {
  email?: string
  limit: number
  cursor: string | null
}

/** The conversation with any of its three ids, or NOT_FOUND: the same for one of another store. */
export async function requireConversation(shop: Queries, id: string): Promise<FoundConversation> {
  const conversation = await findConversation(shop, id)
  if (!conversation) throw notFound('Conversation')
  return conversation
}

/**
 * The conversation with any of its ids, held for a write. One that is still in the older datastore is moved first:
 * `move` carries that, and has to be written with whatever the act changes. Take the time after this, not before:
 * whoever waited for the conversation comes later than whom it waited for.
 */
export async function lockForWrite(
  tx: Queries,
  id: string,
): Promise<{ conversation: ConversationRow; move: Partial<ConversationPatch> }> {
  const conversation = await lockConversation(tx, id)
  if (!conversation) throw notFound('Conversation')
  if (conversation.datastore === 'postgresql') return { conversation, move: {} }
  const pgConvoId = conversation.pgConvoId === null ? { pgConvoId: await takeConversationNumbers(tx, 1) } : {}
  return { conversation, move: { datastore: 'postgresql', ...pgConvoId } }
}

/** Writes what an act changed, if anything; answers the conversation as clients see it now. */
export async function saveConversation(
  tx: Queries,
  conversation: ConversationRow,
  patch: Partial<ConversationPatch>,
  now: Date,
): Promise<ConversationView> {
  if (Object.keys(patch).length === 0) return view(conversation)
  const position = patch.lastPosition ?? conversation.lastPosition
  if (patch.isRead) patch.agentPosition ??= position
  if (patch.isCustomerRead) patch.customerPosition ??= position
  return { wire: await updateConversation(tx, conversation.id, { ...patch, updatedAt: now }), source: 'postgresql' }
}

export async function getConversation(caller: Caller, id: string): Promise<ConversationView> {
  return view(await requireConversation(caller.shop, id))
}

/** The store's conversations, newest activity first (spec 4.1). Those in the older datastore are not listed. */
export function listStoreConversations(caller: Caller, request: ListRequest): Promise<WirePage> {
  const { email, limit, cursor, ...filters } = request
  requireCursor(cursor)
  return listConversations(
    caller.shop,
    { ...filters, ...(email === undefined ? {} : { emailKey: emailKey(email) }) },
    { limit, cursor },
  )
}

/** How many open conversations each of a member's views has, up to a bound. */
export function countMemberViews(caller: Caller, memberId: string): Promise<ViewCounts> {
  return countViews(caller.shop, memberId, VIEW_COUNT_MAX)
}

/** Test conversations of the AI playground, newest activity first. They are in no other list. */
export function listPlaygroundConversations(
  caller: Caller,
  page: { limit: number; cursor: string | null },
): Promise<WirePage> {
  requireCursor(page.cursor)
  return listConversations(caller.shop, {}, page, 'playground')
}

/** Other conversations of the same customer; none when the customer is unknown (spec 4.1). */
export async function listRelated(
  caller: Caller,
  id: string,
  page: { limit: number; cursor: string | null },
): Promise<WirePage> {
  const conversation = await requireConversation(caller.shop, id)
  requireCursor(page.cursor)
  if (conversation.contactId === null) return { items: [], nextCursor: null }
  return listConversations(caller.shop, { contactId: conversation.contactId, not: conversation.id }, page)
}

/** Resolves or reopens (spec 3.1). Writing the status already held changes nothing and tells nobody. */
export function setState(caller: Caller, id: string, status: 'open' | 'resolved'): Promise<ConversationView> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    if (conversation.status === status) return saveConversation(tx, conversation, move, now)
    const [saved] = await Promise.all([
      saveConversation(tx, conversation, { ...move, status, ...resolution(caller, status, now) }, now),
      appendEvents(tx, [
        buildEvent(tx.shopId, 'conversation.state_changed', conversation.id, {
          status,
          previousStatus: conversation.status,
        }),
      ]),
    ])
    return saved
  })
}

/** For reports: when it was resolved, and by which member. */
function resolution({ actor }: Caller, status: 'open' | 'resolved', now: Date) {
  if (status === 'open') return { resolvedAt: null, resolvedBy: null }
  return { resolvedAt: now, resolvedBy: actor.kind === 'member' ? actor.memberId : null }
}

/** Assigns to an active member, or to nobody with null. Assigning whom it has already changes nothing. */
export function assign(
  caller: Caller,
  id: string,
  memberId: string | null,
): Promise<ConversationView & { conversationId: string; previousMemberId: string | null }> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    const previousMemberId = conversation.memberId
    if (memberId !== null) await requireActiveMember(tx, memberId)
    const outcome = { conversationId: conversation.id, previousMemberId }
    if (previousMemberId === memberId) return { ...(await saveConversation(tx, conversation, move, now)), ...outcome }
    const [saved] = await Promise.all([
      saveConversation(tx, conversation, { ...move, memberId }, now),
      appendEvents(tx, [
        buildEvent(tx.shopId, 'conversation.assigned', conversation.id, { memberId, previousMemberId }),
      ]),
    ])
    return { ...saved, ...outcome }
  })
}

/** Puts it back among what is still to be read. */
export function markUnread(caller: Caller, id: string): Promise<ConversationView> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    return saveConversation(tx, conversation, conversation.isRead ? { ...move, isRead: false } : move, now)
  })
}

/** Marks read on the agents' side. */
export function markRead(caller: Caller, id: string): Promise<ConversationView> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    return saveConversation(tx, conversation, conversation.isRead ? move : { ...move, isRead: true }, now)
  })
}

/** Tells that a member is typing, or has stopped. Nothing is stored, and nothing expires it here (spec 4.1). */
export async function setTyping(
  caller: Caller,
  id: string,
  typing: { memberId: string; active: boolean },
): Promise<{ conversationId: string; memberId: string; active: boolean }> {
  const conversation = await requireConversation(caller.shop, id)
  const member = await requireActiveMember(caller.shop, typing.memberId)
  const { id: memberId, fullName: name, avatarUrl } = member
  caller.shop.signal({
    kind: 'typing',
    id: conversation.id,
    from: 'member',
    memberId,
    name,
    avatarUrl,
    active: typing.active,
  })
  return { conversationId: conversation.id, memberId: typing.memberId, active: typing.active }
}

/** The 50 newest pages of the conversation's session in the last 24 hours, newest first. */
export async function getBrowsedPages(caller: Caller, id: string): Promise<BrowsedPageRow[]> {
  const conversation = await requireConversation(caller.shop, id)
  const since = new Date(currentTime().getTime() - BROWSED_PAGES_KEPT_MS)
  return listBrowsedPages(caller.shop, browsingSession(conversation), since, BROWSED_PAGES_MAX)
}

/** Pages imported with a conversation that names no session are kept under a session of their own. */
export function browsingSession(conversation: { id: string; sessionId: string | null }): string {
  return conversation.sessionId ?? `conversation/${conversation.id}`
}

/** The AI's summary; NOT_FOUND until there is one. */
export async function getSummary(caller: Caller, id: string): Promise<SummaryRow> {
  const conversation = await requireConversation(caller.shop, id)
  const summary = await findSummary(caller.shop, conversation.id)
  if (!summary) throw notFound('Summary')
  return summary
}

export function requireCursor(cursor: string | null, isOurs: (cursor: string) => boolean = isConversationCursor): void {
  if (cursor !== null && !isOurs(cursor)) {
    throw invalidParams('cursor cannot be decoded; pass back paging.nextCursor of the previous page as it came.')
  }
}

function view(conversation: FoundConversation): ConversationView {
  return { wire: conversation.wire, source: conversation.datastore }
}
