import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Param, Queries } from '#database/database.ts'
import type { PageRequest } from '#database/json-page.ts'
import { LISTED } from '../listed-conversations.ts'
import { inSegment } from '../segments/conditions.ts'
import type { MemberMarks } from './conversations.ts'
import { type ConversationFilters, conditionsOf, isBehind } from './list.ts'
import { isOfSpan, sourceOf, spanSource } from './report-filters.ts'

/** A conversation of a member's list: the ready JSON as the database keeps it, and what members see beside it. */
export interface MemberListRow extends MemberMarks {
  renderedJson: Buffer
}

/**
 * Its last activity and when it came back (null for those that did not), then its id; of lists in order of a time to come
 * that time, null, id.
 */
const CURSOR = ['time', 'time', 'string'] as const
type Place = [number | null, number | null, string]
/** Number of most recently active conversations of a range that are checked before the whole range is. */
const NEWEST = 500

const TIMES = ['returned_at', 'last_active', 'snoozed_until', 'due_at']
  .map((column) => `(extract(epoch from ${column}) * 1000)::bigint`)
  .join(', ')
const READ = `rendered_json, id, ${TIMES}, team_id, merged_into, merged_count, priority, due_for, status_before_spam, waits_for_approval`

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
  const end = () =>
    findEnd(shop, filters, BY_ACTIVITY, ($, rest) => placed(rest, 'others', isAmongReturned ? null : after, $))
  const last = found.length > limit ? given.at(-1) : await end()
  const nextCursor = last ? encodeCursor([...last.slice(2, 4).map(toMs), String(last[1])]) : null
  return { rows: given.map(toRow), nextCursor }
}

/** Position in a row of the times by which lists are ordered. */
const PLACES = { snoozed_until: 4, due_at: 5 } as const

/** Lists conversations that have such a time, the earliest first. */
async function listByTime(
  shop: Queries,
  filters: ConversationFilters,
  { column, after, limit }: { column: keyof typeof PLACES; after: Place | null; limit: number },
): Promise<{ rows: MemberListRow[]; nextCursor: string | null }> {
  const where = ($: AddParam, asked: ConversationFilters) => {
    const all = ['shop_id = $1', LISTED, ...conditionsOf(asked, $)]
    if (after && after[0] !== null)
      all.push(`(${column}, id) > (${$(new Date(after[0]))}::timestamptz, ${$(after[2])})`)
    return all
  }
  const order = `${column}, id`
  const found = await read(shop, filters, order, where, limit + 1)
  const given = found.slice(0, limit)
  const last = found.length > limit ? given.at(-1) : await findEnd(shop, filters, order, where)
  const nextCursor = last ? encodeCursor([toMs(last[PLACES[column]]), null, String(last[1])]) : null
  return { rows: given.map(toRow), nextCursor }
}

interface Asked {
  filters: ConversationFilters
  after: Place | null
  limit: number
}

type AddParam = (value: Param) => string
/** A list's conditions: those of filters, and its place. */
type Where = ($: AddParam, filters: ConversationFilters) => string[]
const BY_ACTIVITY = 'active_key desc, id desc'

async function list(shop: Queries, which: 'returned' | 'others', asked: Asked): Promise<Row[]> {
  if (which === 'others' && isOfSpan(asked.filters)) {
    const newest = await listNewest(shop, asked)
    return newest.length === asked.limit ? newest : listSpan(shop, asked)
  }
  const { filters, after, limit } = asked
  const order = which === 'returned' ? 'returned_at desc, id desc' : BY_ACTIVITY
  return read(shop, filters, order, ($, rest) => placed(rest, which, after, $), limit)
}

function placed(
  filters: ConversationFilters,
  which: 'returned' | 'others',
  after: Place | null,
  $: AddParam,
): string[] {
  const where = ['shop_id = $1', LISTED, ...conditionsOf(filters, $)]
  where.push(`returned_at is ${which === 'returned' ? 'not ' : ''}null`)
  if (after && which === 'others') where.push(isBehind(after.slice(1), $))
  else if (after) where.push(`(returned_at, id) < (${$(new Date(after[0] as number))}::timestamptz, ${$(after[2])})`)
  return where
}

/**
 * What comes next in an order. Of a segment: among so many that come next by the other filters, so that a page of a rare
 * segment costs no more than one of a common one.
 */
function read(shop: Queries, filters: ConversationFilters, order: string, where: Where, limit: number): Promise<Row[]> {
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const { segment, ...rest } = filters
  const all = where($, rest).join(' and ')
  const from = segment
    ? `(select * from conversations where ${all} order by ${order} limit ${$(segment.scanned)}) conversations
       where ${inSegment(segment, $)}`
    : `${sourceOf(filters, $)} where ${all}`
  return shop.queryBytes(`select ${READ} from ${from} order by ${order} limit ${$(limit)}`, params, 'by value')
}

/** The last conversation that was looked at for a page of a segment that is short; undefined where there are no more. */
async function findEnd(
  shop: Queries,
  { segment, ...rest }: ConversationFilters,
  order: string,
  where: Where,
): Promise<Row | undefined> {
  if (!segment) return undefined
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const [row] = await shop.queryBytes(
    `select ${READ} from conversations where ${where($, rest).join(' and ')}
     order by ${order} offset ${$(segment.scanned - 1)} limit 1`,
    params,
    'by value',
  )
  return row
}

/** Lists matches among the most recently active of a range: if many match, they fill the page without reading the whole range. */
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
    'by value',
  )
}

/**
 * Lists matches of a whole range, even rare ones: found and ordered by the index alone if it has what the filters need. What is
 * known by another index is looked up once, not for each conversation, which `is true` tells the planner.
 */
function listSpan(shop: Queries, { filters, after, limit }: Asked): Promise<Row[]> {
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  const { beganFrom, beganTo, hasChatBot, isReplied, firstReplyBy, ...narrowed } = filters
  const conditions = conditionsOf(narrowed, $).map((one) => (one.startsWith('id in') ? `(${one}) is true` : one))
  const where = ['returned_at is null', ...conditions, ...(after ? [isBehind(after.slice(1), $)] : [])]
  return shop.queryBytes(
    `select ${READ} from conversations where shop_id = $1 and id = any(array(
       select id from ${spanSource(filters, $)} where ${where.join(' and ')}
       order by active_key desc, id desc limit ${$(limit)}))
     order by active_key desc, id desc`,
    params,
    'by value',
  )
}

type Row = (Buffer | null)[]

function toRow([
  renderedJson,
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
  statusBeforeSpam,
  waitsForApproval,
]: Row): MemberListRow {
  return {
    renderedJson: renderedJson as Buffer,
    snoozedUntil: toDate(snoozed),
    returnedAt: toDate(returned),
    teamId: toText(team),
    mergedInto: toText(mergedInto),
    mergedCount: Number(mergedCount),
    statusBeforeSpam: toText(statusBeforeSpam) as MemberListRow['statusBeforeSpam'],
    priority: String(priority) as MemberListRow['priority'],
    dueAt: toDate(due),
    dueFor: toText(dueFor) as MemberListRow['dueFor'],
    waitsForApproval: toText(waitsForApproval) === 't',
  }
}

const toText = (bytes: Buffer | null | undefined) => (bytes ? String(bytes) : null)

const toMs = (bytes: Buffer | null | undefined) => (bytes ? Number(bytes) : null)

function toDate(bytes: Buffer | null | undefined): Date | null {
  return bytes ? new Date(Number(bytes)) : null
}
