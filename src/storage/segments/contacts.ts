import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'
import type { PageRequest } from '#database/json-page.ts'
import { isIn, type SegmentConditionRow } from './conditions.ts'

/** Contacts as members list them: all of a store's, or those of a segment. */

export interface MemberContactRow {
  id: string
  name: string | null
  email: string | null
  phone: string | null
  type: 'anonymous' | 'guest' | 'customer'
  ordersCount: number | null
  totalSpent: number | null
  lastChatAt: Date | null
  createdAt: Date
  isBlocked: boolean
  isRedacted: boolean
}

const COLUMNS = `k.id, coalesce(k.name, nullif(concat_ws(' ', k.first_name, k.last_name), '')) as name, k.email, k.phone, k.type,
  k.orders_count, k.total_spent, k.last_chat_at, k.created_at, k.is_blocked, k.is_redacted`
const NEWEST_FIRST = 'created_at desc, id desc'
const CURSOR = ['time', 'string'] as const
/** Above every character that follows the beginning of a name. */
const LAST = '\u{10FFFF}'

/** Whether a cursor is one of `listMemberContacts`. */
export const isMemberContactCursor = (cursor: string): boolean => {
  const place = decodeCursor(cursor, CURSOR)
  return place !== null && place[0] !== null
}

/** Contacts behind a place ($2, $3; null for the start), newest first, not merged, at most $4 of them: as `k`. */
const NEXT = `(select * from contacts where shop_id = $1 and merged_into is null
  and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::text))
  order by ${NEWEST_FIRST} limit $4) k`

/**
 * Contacts, newest first. Of a segment (`conditions`) those among the next `scanned` contacts, so that a rare one costs no
 * more than a common one: such a page may be short, or empty, and still have a next one.
 */
export async function listMemberContacts(
  shop: Queries,
  conditions: SegmentConditionRow[] | null,
  { limit, cursor }: PageRequest,
  { now, scanned }: { now: Date; scanned: number },
): Promise<{ contacts: MemberContactRow[]; nextCursor: string | null }> {
  const [time = null, id = null] = cursor === null ? [] : (decodeCursor(cursor, CURSOR) ?? [])
  const place = [time === null ? null : new Date(time), id]
  const order = NEWEST_FIRST.replaceAll(/created_at|id/g, 'k.$&')
  if (!conditions) {
    const found = await shop.query<MemberContactRow>(
      `select ${COLUMNS} from ${NEXT} order by ${order}`,
      [...place, limit + 1],
      'by value',
    )
    return pageOf(found, limit)
  }
  const found = await shop.query<MemberContactRow>(
    `select ${COLUMNS} from ${NEXT} where ${isIn('$5::jsonb', '$6')} order by ${order} limit $7`,
    [...place, scanned, conditions, now, limit + 1],
    'by value',
  )
  if (found.length > limit) return pageOf(found, limit)
  const [last] = await shop.query<{ createdAt: Date; id: string }>(
    `select k.created_at, k.id from ${NEXT} order by ${order} offset $5 limit 1`,
    [...place, scanned, scanned - 1],
    'by value',
  )
  return { contacts: found, nextCursor: last ? cursorOf(last) : null }
}

/**
 * Contacts whose name, what follows its first word, or address begins so (in lower case), newest first: of each at most
 * `looked`, of all `limit`.
 */
export function searchMemberContacts(
  shop: Queries,
  conditions: SegmentConditionRow[] | null,
  start: string,
  { now, limit, looked }: { now: Date; limit: number; looked: number },
): Promise<MemberContactRow[]> {
  const range = (column: string) =>
    `(select id from contacts where shop_id = $1 and merged_into is null and ${column} >= $2 and ${column} < $3 limit $4)`
  return shop.query<MemberContactRow>(
    `select ${COLUMNS} from contacts k
     where k.shop_id = $1 and k.id in (${['name_key', 'name_rest_key', 'email_key'].map(range).join(' union ')})
       and ($5::jsonb is null or ${isIn('$5::jsonb', '$6')})
     order by k.created_at desc, k.id desc limit $7`,
    [start, start + LAST, looked, conditions, now, limit],
    'by value',
  )
}

/** How many of the `scanned` newest contacts fit, up to `most`; `isWhole`: a store has no more contacts than that. */
export async function countMemberContacts(
  shop: Queries,
  conditions: SegmentConditionRow[],
  { now, scanned, most }: { now: Date; scanned: number; most: number },
): Promise<{ count: number; isWhole: boolean }> {
  const [row] = await shop.query<{ count: number; isMore: boolean }>(
    `select (select count(*)::int from (
       select 1 from ${NEXT} where ${isIn('$5::jsonb', '$6')} limit $7) x) as count,
       exists (select 1 from contacts where shop_id = $1 and merged_into is null
         order by ${NEWEST_FIRST} offset $4 limit 1) as is_more`,
    [null, null, scanned, conditions, now, most],
    'by value',
  )
  return { count: row?.count ?? 0, isWhole: row?.isMore !== true }
}

function pageOf(found: MemberContactRow[], limit: number): { contacts: MemberContactRow[]; nextCursor: string | null } {
  const contacts = found.slice(0, limit)
  const last = contacts.at(-1)
  return { contacts, nextCursor: found.length > limit && last ? cursorOf(last) : null }
}

const cursorOf = ({ createdAt, id }: { createdAt: Date; id: string }) => encodeCursor([createdAt.getTime(), id])
