import { currentTime } from '#base/clock.ts'
import { codePoints } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { SEGMENT_TRIED, SEGMENTS_MAX } from '#core/limits.ts'
import { findCurrentContact } from '#storage/contacts/contacts.ts'
import type { SegmentConditionRow } from '#storage/segments/conditions.ts'
import {
  countMemberContacts,
  isMemberContactCursor,
  listMemberContacts,
  type MemberContactRow,
  searchMemberContacts,
} from '#storage/segments/contacts.ts'
import { findSegment, listSegmentsOf } from '#storage/segments/segments.ts'
import { toConditions } from './check.ts'
import type { SegmentCondition } from './segment.ts'
import { requireSegment } from './segments.ts'

/** Contacts as members list them, and those of segments. Merged contacts are not listed; redacted ones are in no segment. */

export interface ContactQuery {
  /** A segment's id. */
  segment?: string | undefined
  /** How a name or an address begins. */
  q?: string | undefined
  limit: number
  cursor: string | null
}

interface ContactCount {
  /** Up to SEGMENTS_MAX.counted. */
  count: number
  /** False where only the newest of very many contacts were looked at. */
  isWhole: boolean
}

const QUERY_MAX = 100

/**
 * A page of contacts, newest first; of a segment it may be short and still have a next one. A search has one page: its
 * first `limit`. INVALID_PARAMS for an unknown segment.
 */
export async function listContacts(
  { shop }: Caller,
  { segment, q, limit, cursor }: ContactQuery,
): Promise<{ contacts: MemberContactRow[]; nextCursor: string | null }> {
  requireCursor(cursor, isMemberContactCursor)
  const start = q?.trim().toLowerCase() ?? ''
  if (codePoints(start) > QUERY_MAX) throw invalidParams(`q has at most ${QUERY_MAX} characters.`)
  if (start !== '' && cursor !== null) throw invalidParams('A search has one page: leave cursor or q out.')
  const conditions = segment === undefined ? null : (await requireSegment(shop, segment)).conditions
  const now = currentTime()
  if (start === '') {
    return listMemberContacts(shop, conditions, { limit, cursor }, { now, scanned: SEGMENTS_MAX.pageScan })
  }
  const looked = SEGMENTS_MAX.searched
  return { contacts: await searchMemberContacts(shop, conditions, start, { now, limit, looked }), nextCursor: null }
}

/** How many contacts a segment has. */
export async function countSegment({ shop }: Caller, id: string): Promise<ContactCount> {
  const segment = await findSegment(shop, id)
  if (!segment) throw notFound('Segment')
  return count({ shop }, segment.conditions)
}

/** Tries conditions out: how many contacts they hold for, and the newest few. Writes nothing. */
export async function trySegment(
  caller: Caller,
  given: readonly SegmentCondition[],
): Promise<ContactCount & { contacts: MemberContactRow[] }> {
  const conditions = toConditions(given)
  const [counted, { contacts }] = await Promise.all([
    count(caller, conditions),
    listMemberContacts(
      caller.shop,
      conditions,
      { limit: SEGMENT_TRIED, cursor: null },
      { now: currentTime(), scanned: SEGMENTS_MAX.pageScan },
    ),
  ])
  return { ...counted, contacts }
}

/** The segments a contact is in, by name. NOT_FOUND for an unknown contact; a merged one is whom it became a part of. */
export async function listContactSegments({ shop }: Caller, id: string): Promise<{ id: string; name: string }[]> {
  const contact = await findCurrentContact(shop, id)
  if (!contact) throw notFound('Customer')
  return (await listSegmentsOf(shop, [contact.id], { now: currentTime() })).get(contact.id) ?? []
}

function count({ shop }: Pick<Caller, 'shop'>, conditions: SegmentConditionRow[]): Promise<ContactCount> {
  const { countScan: scanned, counted: most } = SEGMENTS_MAX
  return countMemberContacts(shop, conditions, { now: currentTime(), scanned, most })
}
