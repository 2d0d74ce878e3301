import { decodeCursor } from '#database/cursor.ts'
import type { Param, Queries } from '#database/database.ts'
import { type PageRequest, toWirePage, type WirePage } from '#database/json-page.ts'
import { accessConditions, andMaySee, type ConversationAccess } from '../conversation-access.ts'
import { LISTED, NOT_SPAM } from '../listed-conversations.ts'
import { inSegment, type SegmentFilter } from '../segments/conditions.ts'
import type { Clock } from './columns.ts'
import { type ReportFilters, reportConditions } from './report-filters.ts'

export interface ConversationFilters extends ReportFilters {
  status?: string
  channel?: string
  /** A member's id, or null for unassigned. */
  assigneeId?: string | null
  /** A team's id, or null for none. */
  teamId?: string | null
  isRead?: boolean
  isStarred?: boolean
  isSpam?: boolean
  /** Whether it is put aside until a time. */
  isSnoozed?: boolean
  priority?: Clock['priority']
  /** Whether a reply-time target of it is counted: then the one that is missed first comes first. */
  isDue?: boolean
  /** Whether the AI agent holds it. */
  isChatBot?: boolean
  /** Any of these. */
  tags?: string[]
  contactId?: string
  /** Its last activity was then, or later. */
  activeSince?: Date
  /** Its contact is in the segment. */
  segment?: SegmentFilter
  /** Any of these. */
  ids?: string[]
  /** In lower case. */
  emailKey?: string
  /** Which of them who asks may see. */
  access?: ConversationAccess
  /** Another conversation than this one. */
  not?: string
}

/** The sort key of a conversation: last activity in milliseconds (null sorts last), then id. */
const CURSOR = ['time', 'string'] as const

/** Whether a cursor is one of `listConversations`. */
export function isConversationCursor(cursor: string): boolean {
  return decodeCursor(cursor, CURSOR) !== null
}

/**
 * Conversations of the newer datastore, newest activity first, null last, ties by id descending. A page starts
 * behind its cursor inside the index, so a deep page costs what the first one does.
 */
export async function listConversations(
  shop: Queries,
  filters: ConversationFilters,
  page: PageRequest,
  which: 'customers' | 'playground' = 'customers',
): Promise<WirePage> {
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const listed = which === 'playground' ? 'is_playground' : LISTED
  const conditions = conditionsOf(filters, $)
  const where = ['shop_id = $1', listed, ...conditions]
  const after = page.cursor === null ? null : decodeCursor(page.cursor, CURSOR)
  if (after) where.push(isBehind(after, $))
  const rows = await shop.queryBytes(
    `select rendered_json, (extract(epoch from last_active) * 1000)::bigint, id from conversations
     where ${where.join(' and ')} order by active_key desc, id desc limit ${$(page.limit + 1)}`,
    params,
    conditions.length > 0 ? 'by value' : undefined,
  )
  return toWirePage(rows, page.limit, ([, time, id]) => [time ? Number(time) : null, String(id)])
}

/** Adds a parameter; answers its name. */
type AddParam = (value: Param) => string

/** Behind a place in the order of activity: milliseconds (null sorts last), then id. */
export function isBehind([time, id]: (string | number | null)[], $: AddParam): string {
  const key = time === null ? "'-infinity'::timestamptz" : `${$(new Date(time as number))}::timestamptz`
  return `(active_key, id) < (${key}, ${$(id as string)})`
}

/**
 * The filters as SQL: to find conversations by, where tags have an index, or of conversations that are read already, each
 * with its own tags.
 */
export function conditionsOf(filters: ConversationFilters, $: AddParam, of: 'found' | 'read' = 'found'): string[] {
  const where = [...reportConditions(filters, $), ...accessConditions(filters.access ?? null, $)]
  // A literal, not a parameter: only then does the planner use the index of open conversations.
  if (filters.status === 'open') where.push("status = 'open'")
  else if (filters.status !== undefined) where.push(`status = ${$(filters.status)}`)
  if (filters.channel !== undefined) {
    where.push(`channel = ${$(filters.channel)}`)
    // Written out for the planner, as above: the index holds the others.
    if (filters.channel !== 'online_store') where.push("channel <> 'online_store'")
  }
  if (filters.assigneeId === null) where.push('member_id is null')
  else if (filters.assigneeId !== undefined) where.push(`member_id = ${$(filters.assigneeId)}`)
  if (filters.teamId === null) where.push('team_id is null')
  else if (filters.teamId !== undefined) where.push(`team_id = ${$(filters.teamId)}`)
  if (filters.isRead !== undefined) where.push(`is_read = ${$(filters.isRead)}`)
  if (filters.isStarred !== undefined) where.push(filters.isStarred ? 'is_starred' : 'not is_starred')
  if (filters.isSnoozed !== undefined) where.push(`snoozed_until is ${filters.isSnoozed ? 'not ' : ''}null`)
  if (filters.isSpam !== undefined) where.push(`status_before_spam is ${filters.isSpam ? 'not ' : ''}null`)
  // For the planner too: of these, the index has all but the normal ones.
  if (filters.priority !== undefined && filters.priority !== 'normal') where.push("priority <> 'normal'")
  if (filters.priority !== undefined) where.push(`priority = ${$(filters.priority)}`)
  if (filters.isDue !== undefined) where.push(`due_at is ${filters.isDue ? 'not ' : ''}null`)
  if (filters.isChatBot !== undefined) where.push(filters.isChatBot ? 'is_chat_bot' : 'not is_chat_bot')
  if (filters.contactId !== undefined) where.push(`contact_id = ${$(filters.contactId)}`)
  if (filters.emailKey !== undefined) where.push(`email_key = ${$(filters.emailKey)}`)
  if (filters.ids !== undefined) where.push(`id = any(${$(filters.ids)}::text[])`)
  if (filters.segment) where.push(inSegment(filters.segment, $))
  if (filters.not !== undefined) where.push(`id <> ${$(filters.not)}`)
  if (filters.activeSince !== undefined) where.push(`active_key >= ${$(filters.activeSince)}::timestamptz`)
  if (filters.tags && of === 'read') where.push(`tags && ${$(filters.tags)}::text[]`)
  else if (filters.tags) {
    where.push(
      `id in (select t.conversation_id from conversation_tags t where t.shop_id = $1 and t.tag = any(${$(filters.tags)}::text[]))`,
    )
  }
  return where
}

export interface ViewCounts {
  mine: number
  unassigned: number
  open: number
  ai: number
  starred: number
  snoozed: number
  unread: number
  /** With a reply-time target that is counted; and how many of them have missed it. */
  due: number
  overdue: number
}

/** How many open conversations each view of the inbox has; `most` and more are `most`, so that counting stays cheap. */
export async function countViews(
  shop: Queries,
  { memberId, access }: { memberId: string; access: ConversationAccess },
  now: Date,
  most: number,
): Promise<ViewCounts> {
  const params: Param[] = [memberId, most, now]
  const seen = andMaySee(access, params)
  const open = "status = 'open' and snoozed_until is null"
  const count = (name: string, condition: string) =>
    `(select count(*)::int from (select 1 from conversations where shop_id = $1 and ${LISTED} and ${condition}${seen} limit $3) x) as ${name}`
  const [row] = await shop.query<ViewCounts>(
    `select ${[
      count('mine', `${open} and member_id = $2`),
      count('unassigned', `${open} and member_id is null and not is_chat_bot`),
      count('open', open),
      count('ai', `${open} and is_chat_bot`),
      count('starred', `is_starred and ${NOT_SPAM}`),
      count('snoozed', 'snoozed_until is not null'),
      count('unread', `${open} and not is_read`),
      count('due', 'due_at is not null'),
      count('overdue', 'due_at <= $4'),
    ].join(', ')}`,
    params,
    access ? 'by value' : undefined,
  )
  return row as ViewCounts
}
