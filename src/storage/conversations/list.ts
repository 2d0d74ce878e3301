import { decodeCursor } from '#database/cursor.ts'
import type { Param, Queries } from '#database/database.ts'
import { type PageRequest, toWirePage, type WirePage } from '#database/wire-page.ts'

export interface ConversationFilters {
  status?: string
  channel?: string
  /** A member's id, or null for unassigned. */
  assigneeId?: string | null
  isRead?: boolean
  isStarred?: boolean
  /** Whether the AI agent holds it. */
  isChatBot?: boolean
  /** Any of these. */
  tags?: string[]
  contactId?: string
  /** In lower case. */
  emailKey?: string
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
  const where = [
    'shop_id = $1',
    which === 'playground' ? 'is_playground' : "datastore = 'postgresql' and not is_playground",
  ]
  // Written out, not handed over: only so does the planner know that the index of open ones serves.
  if (filters.status === 'open') where.push("status = 'open'")
  else if (filters.status !== undefined) where.push(`status = ${$(filters.status)}`)
  if (filters.channel !== undefined) where.push(`channel = ${$(filters.channel)}`)
  if (filters.assigneeId === null) where.push('member_id is null')
  else if (filters.assigneeId !== undefined) where.push(`member_id = ${$(filters.assigneeId)}`)
  if (filters.isRead !== undefined) where.push(`is_read = ${$(filters.isRead)}`)
  if (filters.isStarred !== undefined) where.push(filters.isStarred ? 'is_starred' : 'not is_starred')
  if (filters.isChatBot !== undefined) where.push(filters.isChatBot ? 'is_chat_bot' : 'not is_chat_bot')
  if (filters.contactId !== undefined) where.push(`contact_id = ${$(filters.contactId)}`)
  if (filters.emailKey !== undefined) where.push(`email_key = ${$(filters.emailKey)}`)
  if (filters.not !== undefined) where.push(`id <> ${$(filters.not)}`)
  if (filters.tags) {
    where.push(
      `id in (select t.conversation_id from conversation_tags t where t.shop_id = $1 and t.tag = any(${$(filters.tags)}::text[]))`,
    )
  }
  const after = page.cursor === null ? null : decodeCursor(page.cursor, CURSOR)
  if (after) {
    const [time, id] = after
    const key = time === null ? "'-infinity'::timestamptz" : `${$(new Date(time as number))}::timestamptz`
    where.push(`(active_key, id) < (${key}, ${$(id as string)})`)
  }
  const rows = await shop.queryBytes(
    `select wire, (extract(epoch from last_active) * 1000)::bigint, id from conversations
     where ${where.join(' and ')} order by active_key desc, id desc limit ${$(page.limit + 1)}`,
    params,
  )
  return toWirePage(rows, page.limit, ([, time, id]) => [time ? Number(time) : null, String(id)])
}

export interface ViewCounts {
  mine: number
  unassigned: number
  open: number
  ai: number
  starred: number
  unread: number
}

/** How many open conversations each view of the inbox has; `most` and more are `most`, so that counting stays cheap. */
export async function countViews(shop: Queries, memberId: string, most: number): Promise<ViewCounts> {
  const listed = "shop_id = $1 and datastore = 'postgresql' and not is_playground"
  const count = (name: string, condition: string) =>
    `(select count(*)::int from (select 1 from conversations where ${listed} and ${condition} limit $3) x) as ${name}`
  const [row] = await shop.query<ViewCounts>(
    `select ${[
      count('mine', "status = 'open' and member_id = $2"),
      count('unassigned', "status = 'open' and member_id is null and not is_chat_bot"),
      count('open', "status = 'open'"),
      count('ai', "status = 'open' and is_chat_bot"),
      count('starred', 'is_starred'),
      count('unread', "status = 'open' and not is_read"),
    ].join(', ')}`,
    [memberId, most],
  )
  return row as ViewCounts
}
