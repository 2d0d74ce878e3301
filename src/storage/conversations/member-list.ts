import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Param, Queries } from '#database/database.ts'
import type { PageRequest } from '#database/wire-page.ts'
import type { MemberMarks } from './conversations.ts'
import { type ConversationFilters, conditionsOf, isBehind, LISTED } from './list.ts'
import { isOfSpan, sourceOf, spanSource } from './report-filters.ts'

/** A conversation of a member's list: the wire form as the database keeps it, and what members see beside it. */
export interface MemberListRow extends MemberMarks {
  wire: Buffer
}

/**
 * Its last activity and when it came back (null for those that did not), then its id; of lists in order of a time to come
 * that time, null, id.
 */
const CURSOR = ['time', 'time', 'string'] as const
type Place = [number | null, number | null, string]
/** Of a span, those active last that are looked at before the whole span is. */
const NEWEST = 500

const TIMES = ['returned_at', 'last_active', 'snoozed_until', 'due_at']
  .map((column) => `(extract(epoch from ${column}) * 1000)::bigint`)
  .join(', ')
const READ = `wire, id, ${TIMES}, team_id, merged_into, merged_count, priority, due_for`

/** Whether a cursor is one of `listForMembers`. */
export function isMemberConversationCursor(cursor: string): boolean {
  return decodeCursor(cursor, CURSOR) !== null
}

/**
 * Conversations as members list them: first those that came back from being snoozed, newest return first; then all others,
 * newest activity first. Only what is due: the target that is missed first comes first; only what is snoozed: the one that
 * comes back first. All begin behind the cursor inside an index; of those that came back there are few.
 */
export async function listForMembers(
  shop: Queries,
  filters: ConversationFilters,
  { limit, cursor }: PageRequest,
): Promise<{ rows: MemberListRow[]; nextCursor: string | null }> {
  const after = cursor === null ? null : (decodeCursor(cursor, CURSOR) as Place)
  if (filters.isDue) return listByTime(shop, filters, { column: 'due_at', after, limit })
  if (filters.isSnoozed) return listByTime(shop, filters, { column: 'snoozed_until', after, limit })
  const isAmongReturned = after === null || after[0] !== null
  const [returned, others] = await Promise.all([
    isAmongReturned ? list(shop, 'returned', { filters, after, limit: limit + 1 }) : [],
    list(shop, 'others', { filters, after: isAmongReturned ? null : after, limit: limit + 1 }),
  ])
  const found = [...returned, ...others]
  const given = found.slice(0, limit)
  const last = given.at(-1)
  const nextCursor =
    found.length > limit && last ? encodeCursor([...last.slice(2, 4).map(toMs), String(last[1])]) : null
  return { rows: given.map(toRow), nextCursor }
}

/** Where a time that lists are ordered by stands in a row. */
const PLACES = { snoozed_until: 4, due_at: 5 } as const

/** Those that have such a time, the soonest first. */
async function listByTime(
  shop: Queries,
  filters: ConversationFilters,
  { column, after, limit }: { column: keyof typeof PLACES; after: Place | null; limit: number },
): Promise<{ rows: MemberListRow[]; nextCursor: string | null }> {
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const where = ['shop_id = $1', LISTED, ...conditionsOf(filters, $)]
  if (after && after[0] !== null) {
    where.push(`(${column}, id) > (${$(new Date(after[0]))}::timestamptz, ${$(after[2])})`)
  }
  const found = await shop.queryBytes(
    `select ${READ} from ${sourceOf(filters, $)}
     where ${where.join(' and ')} order by ${column}, id limit ${$(limit + 1)}`,
    params,
  )
  const given = found.slice(0, limit)
  const last = given.at(-1)
  const nextCursor =
    found.length > limit && last ? encodeCursor([toMs(last[PLACES[column]]), null, String(last[1])]) : null
  return { rows: given.map(toRow), nextCursor }
}

interface Asked {
  filters: ConversationFilters
  after: Place | null
  limit: number
}

async function list(shop: Queries, which: 'returned' | 'others', asked: Asked): Promise<Row[]> {
  if (which === 'others' && isOfSpan(asked.filters)) {
    const newest = await listNewest(shop, asked)
    return newest.length === asked.limit ? newest : listSpan(shop, asked)
  }
  const { filters, after, limit } = asked
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const where = ['shop_id = $1', LISTED, ...conditionsOf(filters, $)]
  where.push(`returned_at is ${which === 'returned' ? 'not ' : ''}null`)
  if (after && which === 'others') where.push(isBehind(after.slice(1), $))
  else if (after) where.push(`(returned_at, id) < (${$(new Date(after[0] as number))}::timestamptz, ${$(after[2])})`)
  const key = which === 'returned' ? 'returned_at' : 'active_key'
  return shop.queryBytes(
    `select ${READ} from ${sourceOf(filters, $)} where ${where.join(' and ')}
     order by ${key} desc, id desc limit ${$(limit)}`,
    params,
  )
}

/** Of a span, what fits among those that were active last: where many fit, that is the page, and the span is not gone through. */
function listNewest(shop: Queries, { filters, after, limit }: Asked): Promise<Row[]> {
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const among = ['shop_id = $1', LISTED, 'returned_at is null', ...(after ? [isBehind(after.slice(1), $)] : [])]
  return shop.queryBytes(
    `select ${READ} from (select * from conversations where ${among.join(' and ')}
       order by active_key desc, id desc limit ${NEWEST}) conversations
     where ${['shop_id = $1', ...conditionsOf(filters, $, 'read')].join(' and ')}
     order by active_key desc, id desc limit ${$(limit)}`,
    params,
  )
}

/**
 * Of a span, however rare: found and ordered by the index alone where it has what the filters need, and then read. What is
 * known by another index is looked up once, not for each conversation, which `is true` tells the planner.
 */
function listSpan(shop: Queries, { filters, after, limit }: Asked): Promise<Row[]> {
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const { beganFrom: _, beganTo: __, ...narrowed } = filters
  const conditions = conditionsOf(narrowed, $).map((one) => (one.startsWith('id in') ? `(${one}) is true` : one))
  const where = ['returned_at is null', ...conditions, ...(after ? [isBehind(after.slice(1), $)] : [])]
  return shop.queryBytes(
    `select ${READ} from conversations where shop_id = $1 and id = any(array(
       select id from ${spanSource(filters, $)} where ${where.join(' and ')}
       order by active_key desc, id desc limit ${$(limit)}))
     order by active_key desc, id desc`,
    params,
  )
}

type Row = (Buffer | null)[]

function toRow([
  wire,
  ,
  returned,
  ,
  snoozed,
  due,
  team,
  mergedInto,
  mergedCount,
  priority,
  dueFor,
]: Row): MemberListRow {
  return {
    wire: wire as Buffer,
    snoozedUntil: toDate(snoozed),
    returnedAt: toDate(returned),
    teamId: toText(team),
    mergedInto: toText(mergedInto),
    mergedCount: Number(mergedCount),
    priority: String(priority) as MemberListRow['priority'],
    dueAt: toDate(due),
    dueFor: toText(dueFor) as MemberListRow['dueFor'],
  }
}

const toText = (bytes: Buffer | null | undefined) => (bytes ? String(bytes) : null)

const toMs = (bytes: Buffer | null | undefined) => (bytes ? Number(bytes) : null)

function toDate(bytes: Buffer | null | undefined): Date | null {
  return bytes ? new Date(Number(bytes)) : null
}
