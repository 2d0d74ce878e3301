import { decodeCursor } from './cursor.ts'
import type { Param, Queries } from './database.ts'
import { type PageRequest, toWirePage, type WirePage } from './wire-page.ts'

export interface ConversationFilters {
  status?: string
  channel?: string
  /** A member's id, or null for unassigned. */
  assigneeId?: string | null
  isRead?: boolean
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
  if (filters.status !== undefined) where.push(`status = ${$(filters.status)}`)
  if (filters.channel !== undefined) where.push(`channel = ${$(filters.channel)}`)
  if (filters.assigneeId === null) where.push('member_id is null')
  else if (filters.assigneeId !== undefined) where.push(`member_id = ${$(filters.assigneeId)}`)
  if (filters.isRead !== undefined) where.push(`is_read = ${$(filters.isRead)}`)
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
