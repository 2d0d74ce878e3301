import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import { BROWSED_PAGES_KEPT_MS, BROWSED_PAGES_MAX, VIEW_COUNT_MAX } from '#core/limits.ts'
import { requireActiveMember } from '#core/members/members.ts'
import type { Queries } from '#database/database.ts'
import type { WirePage } from '#database/json-page.ts'
import { findCurrentId } from '#storage/contacts/merges.ts'
import type { Datastore } from '#storage/conversations/columns.ts'
import { type BrowsedPageRow, findSummary, listBrowsedPages, type SummaryRow } from '#storage/conversations/context.ts'
import {
  type FoundConversation,
  findConversation,
  type MemberMarks,
  marksOf,
} from '#storage/conversations/conversations.ts'
import {
  type ConversationFilters,
  countViews,
  isConversationCursor,
  listConversations,
  type ViewCounts,
} from '#storage/conversations/list.ts'
import { isMemberConversationCursor, listForMembers } from '#storage/conversations/member-list.ts'
import { countTeams } from '#storage/teams/teams.ts'
import { addKeys, moreForMembers } from './visitor-view.ts'

/** A conversation as clients see it: the list form as ready JSON, and the datastore it was read from. Members see more. */
export interface ConversationView extends MemberMarks {
  renderedJson: string
  source: Datastore
}

/** What the list can be asked for. All conditions hold at once; of several tags any one is enough. */
export interface ListRequest extends Omit<ConversationFilters, 'emailKey' | 'not' | 'access'> {
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

export async function getConversation(caller: Caller, id: string): Promise<ConversationView> {
  return view(await requireConversation(caller.shop, id))
}

/** The store's conversations, newest activity first (spec 4.1.1). Those in the older datastore are not listed. */
export async function listStoreConversations(caller: Caller, request: ListRequest): Promise<WirePage> {
  const { email, limit, cursor, ...filters } = request
  requireCursor(cursor, isConversationCursor)
  const current = await withCurrentContact(caller.shop, filters)
  return listConversations(
    caller.shop,
    { ...current, ...(email === undefined ? {} : { emailKey: emailKey(email) }) },
    { limit, cursor },
  )
}

/** Filters that name a contact who was merged ask for the conversations of whom they became a part of. */
async function withCurrentContact<F extends { contactId?: string }>(shop: Queries, filters: F): Promise<F> {
  if (filters.contactId === undefined) return filters
  return { ...filters, contactId: await findCurrentId(shop, filters.contactId) }
}

/** Lists conversations that a member may see, with those that came back from being snoozed first, newest return first. */
export async function listMemberConversations(
  caller: Caller,
  { limit, cursor, ...filters }: Omit<ListRequest, 'email'>,
): Promise<WirePage> {
  requireCursor(cursor, isMemberConversationCursor)
  const current = { ...(await withCurrentContact(caller.shop, filters)), access: caller.access ?? null }
  const { rows, nextCursor } = await listForMembers(caller.shop, current, { limit, cursor })
  const items = rows.map(({ renderedJson, ...marks }) => {
    const more = moreForMembers(marks)
    return more ? Buffer.from(addKeys(String(renderedJson), more)) : renderedJson
  })
  return { items, nextCursor }
}

/** How many open conversations each of a member's views has, and each team by its id, up to a bound. */
export async function countMemberViews(
  caller: Caller,
  memberId: string,
): Promise<ViewCounts & { teams: Record<string, number> }> {
  const { access = null } = caller
  const [views, teams] = await Promise.all([
    countViews(caller.shop, { memberId, access }, currentTime(), VIEW_COUNT_MAX),
    countTeams(caller.shop, access, VIEW_COUNT_MAX),
  ])
  return { ...views, teams }
}

/** Test conversations of the AI playground, newest activity first. They are in no other list. */
export function listPlaygroundConversations(
  caller: Caller,
  page: { limit: number; cursor: string | null },
): Promise<WirePage> {
  requireCursor(page.cursor, isConversationCursor)
  return listConversations(caller.shop, {}, page, 'playground')
}

/** Other conversations of the same customer; none when the customer is unknown (spec 4.1.7). */
export async function listRelated(
  caller: Caller,
  id: string,
  page: { limit: number; cursor: string | null },
): Promise<WirePage> {
  const conversation = await requireConversation(caller.shop, id)
  requireCursor(page.cursor, isConversationCursor)
  if (conversation.contactId === null) return { items: [], nextCursor: null }
  return listConversations(caller.shop, { contactId: conversation.contactId, not: conversation.id }, page)
}

/** Notifies sockets that a member is typing, or has stopped. Nothing is stored or expires here (spec 4.1.12). */
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

function view(conversation: FoundConversation): ConversationView {
  const { renderedJson, datastore: source } = conversation
  return { renderedJson, source, ...marksOf(conversation) }
}
