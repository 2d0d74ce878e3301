import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'
import type { RunRow } from '#storage/custom-actions/runs.ts'
import { LISTED, NOT_SPAM } from '#storage/listed-conversations.ts'
import type { OrderActionRow } from '#storage/order-actions/order-actions.ts'

export const TIMELINE_KINDS = [
  'conversation',
  'custom_action',
  'event',
  'order',
  'order_action',
  'page',
  'rating',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** Behind which entry a page begins: what is older, and of one moment by kind and id, both downwards. */
export interface TimelinePlace {
  at: Date
  kind: TimelineKind
  id: string
}

/** What belongs to one contact: their conversations, and browsing sessions. */
export interface TimelineScope {
  conversationIds: string[]
  sessionIds: string[]
}

export interface TimelineConversation {
  id: string
  at: Date
  channel: string
  status: string
  text: string | null
}
export interface TimelineRating {
  id: string
  at: Date
  conversationId: string
  score: number
  comment: string | null
}
export interface TimelinePage {
  id: string
  at: Date
  title: string
  url: string
}
export interface TimelineEvent {
  id: string
  at: Date
  name: string
  props: string | null
}
export interface TimelineOrder {
  id: string
  /** ISO 8601, as the shop told it. */
  placedAt: string | null
  updatedAt: Date
  orderNumber: string
  status: string
  amount: string
  currencyCode: string
}

export interface TimelineAction
  extends Pick<OrderActionRow, 'id' | 'kind' | 'state' | 'amount' | 'currencyCode' | 'detail'> {
  at: Date
  conversationId: string
  orderNumber: string
}

export interface TimelineRun extends Pick<RunRow, 'id' | 'actionName' | 'state' | 'input' | 'answer' | 'error'> {
  at: Date
  conversationId: string
}

/** Characters of what a line shows. */
const TEXT_MAX = 200

/** The contact's conversations that were active last, those that are seen, and the sessions of these and of their newest browsers. */
export async function readTimelineScope(
  shop: Queries,
  contactId: string,
  access: ConversationAccess,
  most: { conversations: number; visitors: number },
): Promise<TimelineScope> {
  const params: Param[] = [contactId, most.conversations]
  const [conversations, visitors] = await Promise.all([
    shop.query<{ id: string; sessionId: string | null }>(
      `select id, session_id from conversations
       where shop_id = $1 and contact_id = $2 and ${LISTED} and ${NOT_SPAM}${andMaySee(access, params)}
       order by active_key desc, id desc limit $3`,
      params,
    ),
    shop.query<{ sessionId: string }>(
      'select session_id from visitors where shop_id = $1 and contact_id = $2 order by seen_at desc limit $3',
      [contactId, most.visitors],
    ),
  ])
  // Pages that were imported without a session are kept under the conversation's own.
  const sessions = conversations.map(({ id, sessionId }) => sessionId ?? `conversation/${id}`)
  return {
    conversationIds: conversations.map(({ id }) => id),
    sessionIds: [...new Set([...sessions, ...visitors.map(({ sessionId }) => sessionId)])],
  }
}

/** What stands behind a place, as a condition on a source's columns. */
function behind(kind: TimelineKind, after: TimelinePlace | null, columns: { at: string; id: string }, params: Param[]) {
  if (after === null) return 'true'
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const at = `${$(after.at)}::timestamptz`
  if (kind === after.kind) return `(${columns.at}, ${columns.id}) < (${at}, ${$(after.id)})`
  return `${columns.at} ${kind < after.kind ? '<=' : '<'} ${at}`
}

/** Conversations by when they began. */
export function timelineConversations(
  shop: Queries,
  { conversationIds }: TimelineScope,
  after: TimelinePlace | null,
  limit: number,
): Promise<TimelineConversation[]> {
  const params: Param[] = [conversationIds, limit]
  const where = behind('conversation', after, { at: 'created_at', id: 'id' }, params)
  return shop.query(
    `select id, created_at as at, channel, status, left(last_message->>'text', ${TEXT_MAX}) as text from conversations
     where shop_id = $1 and id = any($2::text[]) and created_at is not null and ${where}
     order by created_at desc, id desc limit $3`,
    params,
  )
}

/** Ratings, which are attributes (docs/decisions/0049), by when they were given last. */
export function timelineRatings(
  shop: Queries,
  { conversationIds }: TimelineScope,
  after: TimelinePlace | null,
  limit: number,
): Promise<TimelineRating[]> {
  const params: Param[] = [conversationIds, limit]
  const where = behind('rating', after, { at: 'a.updated_at', id: 'a.id' }, params)
  return shop.query(
    `select a.id, a.updated_at as at, a.conversation_id, a.value::int as score,
       (select left(b.value, ${TEXT_MAX}) from conversation_attributes b
        where b.shop_id = $1 and b.conversation_id = a.conversation_id and b.name = 'Rating comment') as comment
     from conversation_attributes a
     where a.shop_id = $1 and a.conversation_id = any($2::text[]) and a.name = 'Rating'
       and a.value in ('1', '2', '3', '4', '5') and ${where}
     order by a.updated_at desc, a.id desc limit $3`,
    params,
  )
}

/** What members did with the contact's orders; what a shop refused did not happen. */
export function timelineActions(
  shop: Queries,
  { conversationIds }: TimelineScope,
  after: TimelinePlace | null,
  limit: number,
): Promise<TimelineAction[]> {
  const params: Param[] = [conversationIds, limit]
  const where = behind('order_action', after, { at: 'created_at', id: 'id::text collate "C"' }, params)
  return shop.query(
    `select id, created_at as at, conversation_id, order_id as order_number, kind, state, amount, currency_code,
       left(detail, ${TEXT_MAX}) as detail
     from order_actions
     where shop_id = $1 and conversation_id = any($2::text[]) and state <> 'refused' and ${where}
     order by created_at desc, id desc limit $3`,
    params,
  )
}

/** Runs of the store's own actions that were sent; those that wait, or that nobody let begin, were not. */
export function timelineRuns(
  shop: Queries,
  { conversationIds }: TimelineScope,
  after: TimelinePlace | null,
  limit: number,
): Promise<TimelineRun[]> {
  const params: Param[] = [conversationIds, limit]
  const where = behind('custom_action', after, { at: 'created_at', id: 'id::text collate "C"' }, params)
  return shop.query(
    `select id, created_at as at, conversation_id, action_name, state, input, left(answer, ${TEXT_MAX}) as answer, error
     from custom_action_runs
     where shop_id = $1 and conversation_id = any($2::text[]) and state in ('pending', 'done', 'failed', 'unknown') and ${where}
     order by created_at desc, id desc limit $3`,
    params,
  )
}

/** Pages that were viewed since a time: of each session as many as the page can hold, from inside the index. */
export function timelinePages(
  shop: Queries,
  { sessionIds }: TimelineScope,
  after: TimelinePlace | null,
  { since, limit }: { since: Date; limit: number },
): Promise<TimelinePage[]> {
  const params: Param[] = [sessionIds, limit, since]
  const where = behind('page', after, { at: 'viewed_at', id: 'id' }, params)
  return shop.query(
    `select p.id, p.viewed_at as at, left(p.title, ${TEXT_MAX}) as title, p.url
     from unnest($2::text[]) s (session_id) cross join lateral (
       select id, viewed_at, title, url from page_views
       where shop_id = $1 and session_id = s.session_id and viewed_at > $4 and ${where}
       order by viewed_at desc, id desc limit $3) p
     order by p.viewed_at desc, p.id desc limit $3`,
    params,
  )
}

/** Tracked events, in the same way; of a session there are 200 at most. */
export function timelineEvents(
  shop: Queries,
  { sessionIds }: TimelineScope,
  after: TimelinePlace | null,
  limit: number,
): Promise<TimelineEvent[]> {
  const params: Param[] = [sessionIds, limit]
  const where = behind('event', after, { at: 'created_at', id: 'id' }, params)
  return shop.query(
    `select e.id, e.created_at as at, e.name, left(e.props::text, ${TEXT_MAX}) as props
     from unnest($2::text[]) s (session_id) cross join lateral (
       select id, created_at, name, props from tracked_events
       where shop_id = $1 and session_id = s.session_id and ${where}
       order by created_at desc, id desc limit $3) e
     order by e.created_at desc, e.id desc limit $3`,
    params,
  )
}

/** The newest orders that lead to a contact, and those that carry one of these addresses. Each once. */
export async function timelineOrders(
  shop: Queries,
  { contactId, emailKeys }: { contactId: string; emailKeys: string[] },
  limit: number,
): Promise<TimelineOrder[]> {
  const columns = `id, coalesce(data->>'createdAt', data->>'processedAt') as placed_at, updated_at,
    coalesce(data->>'orderNumber', id) as order_number, coalesce(data->>'fulfillmentStatus', data->>'status', '') as status,
    coalesce(data->'total'->>'amount', '0') as amount, coalesce(data->'total'->>'currencyCode', '') as currency_code`
  const of = (column: string, value: string) =>
    shop.query<TimelineOrder>(
      `select ${columns} from orders where shop_id = $1 and ${column} = $2 order by updated_at desc limit $3`,
      [value, limit],
    )
  const found = await Promise.all([
    of('contact_id', contactId),
    ...emailKeys.map((emailKey) => of('email_key', emailKey)),
  ])
  return [...new Map(found.flat().map((order) => [order.id, order])).values()]
}
