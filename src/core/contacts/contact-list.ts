import { isStorable } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { CONTACTS_PIECE } from '#core/limits.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'
import {
  type ContactColumn,
  type ContactKey,
  type ContactStretch,
  findContacts,
  hasContacts,
  type ListedContact,
  listContacts,
  placeOf,
  type UtcText,
} from '#storage/contacts/contact-list.ts'
import { contactCount } from '#storage/stores/stores.ts'

export type { ContactColumn, ListedContact, UtcText }

/** What a page is asked for; null where it is not given. With both `first` and `last`, `first` decides. */
export interface ContactsPageRequest {
  first: number | null
  after: string | null
  last: number | null
  before: string | null
}

export interface ContactsPageInfo {
  hasNextPage: boolean
  hasPreviousPage: boolean
  startCursor: string | null
  endCursor: string | null
}

/** How many contacts the store has: a number that is kept, not counted. */
export function countContacts(caller: Caller): Promise<number> {
  return contactCount(caller.shop)
}

/**
 * Contacts by the ids that were asked for; very many in several statements, for others wait behind each. The id of one
 * that was merged leads to the contact that it became a part of.
 */
export async function getContacts(
  caller: Caller,
  ids: readonly string[],
  columns: ReadonlySet<ContactColumn>,
): Promise<Map<string, ListedContact>> {
  const wanted = ids.filter(isStorable)
  const found = new Map<string, ListedContact>()
  for (let i = 0; i < wanted.length; i += CONTACTS_PIECE) {
    const rows = await findContacts(caller.shop, columns, wanted.slice(i, i + CONTACTS_PIECE))
    const gone = new Map(rows.flatMap(({ id, mergedInto }) => (mergedInto === null ? [] : [[mergedInto, id] as const])))
    const into = gone.size > 0 ? await findContacts(caller.shop, columns, [...gone.keys()]) : []
    const current = new Map([...rows, ...into].map((row) => [row.id, row]))
    for (const { id, mergedInto } of rows) {
      const row = current.get(mergedInto ?? id)
      if (row) found.set(id, row)
    }
  }
  return found
}

export function contactCursor(contact: ListedContact): string {
  const { createdAt, id } = placeOf(contact)
  return encodeCursor([createdAt.getTime(), id])
}

/** A page of any size; one that does not fit into a piece never stands in memory whole. */
export interface ContactsPage {
  /** The page's contacts in the list's order, some hundred at a time. Large pages are read again each time. */
  pieces(): AsyncIterable<ListedContact[]>
  info(): Promise<ContactsPageInfo>
}

/**
 * Opens a page of the list of contacts. INVALID_PARAMS when `first` or `last` is negative, or a cursor is not one of ours.
 * `columns` are read beside id and createdAt.
 */
export async function openContactsPage(
  { shop }: Caller,
  { first, after, last, before }: ContactsPageRequest,
  columns: ReadonlySet<ContactColumn>,
): Promise<ContactsPage> {
  for (const [name, count] of Object.entries({ first, last })) {
    if (count !== null && count < 0) throw invalidParams(`${name} is ${count}; it must be 0 or more.`)
  }
  const stretch: Stretch = {
    after: readCursor('after', after),
    before: readCursor('before', before),
    from: first === null && last !== null ? 'end' : 'start',
  }
  const limit = first ?? last ?? Number.POSITIVE_INFINITY
  const size = Math.min(limit, CONTACTS_PIECE)
  const found = await listContacts(shop, columns, { ...stretch, limit: size + 1 })
  const piece = found.slice(0, size)
  if (found.length <= size || size === limit) return smallPage(shop, stretch, piece, found.length > size)
  return largePage(shop, stretch, limit, columns, piece)
}

function readCursor(name: string, cursor: string | null): ContactKey | null {
  if (cursor === null) return null
  const [time, id] = decodeCursor(cursor, ['time', 'string']) ?? []
  if (typeof time !== 'number' || typeof id !== 'string') {
    throw invalidParams(`${name} is not a cursor of this list.`)
  }
  return { createdAt: new Date(time), id }
}

type Stretch = Omit<ContactStretch, 'skip' | 'limit'>

/** The two ends of a page: at `near` counting began, beyond `far` the stretch may go on. */
interface Ends {
  near: ListedContact | undefined
  far: ListedContact | undefined
  goesOn: boolean
}

/** A page that was read whole. `contacts` are in the order in which they were counted. */
function smallPage(shop: Queries, stretch: Stretch, contacts: ListedContact[], goesOn: boolean): ContactsPage {
  const ends = { near: contacts[0], far: contacts.at(-1), goesOn }
  const inOrder = stretch.from === 'start' ? contacts : contacts.toReversed()
  return {
    async *pieces() {
      if (inOrder.length > 0) yield inOrder
    },
    info: () => describeEnds(shop, stretch, ends),
  }
}

/** A page that is larger than its first `piece`. */
function largePage(
  shop: Queries,
  stretch: Stretch,
  limit: number,
  columns: ReadonlySet<ContactColumn>,
  piece: ListedContact[],
): ContactsPage {
  const { before } = stretch
  return {
    async *pieces() {
      if (stretch.from === 'start') {
        yield piece
        yield* readPieces(
          shop,
          columns,
          { after: placeOf(piece.at(-1) as ListedContact), before },
          limit - piece.length,
        )
      } else {
        const { beyond } = await walk(shop, stretch, limit)
        yield* readPieces(shop, columns, { after: beyond ? placeOf(beyond) : stretch.after, before }, limit)
      }
    },
    async info() {
      const { last, beyond } = await walk(shop, stretch, limit)
      return describeEnds(shop, stretch, { near: piece[0], far: last, goesOn: beyond !== undefined })
    },
  }
}

async function* readPieces(
  shop: Queries,
  columns: ReadonlySet<ContactColumn>,
  { after, before }: Pick<Stretch, 'after' | 'before'>,
  limit: number,
): AsyncGenerator<ListedContact[]> {
  for (let left = limit, place = after; left > 0; ) {
    const asked = Math.min(left, CONTACTS_PIECE)
    const piece = await listContacts(shop, columns, { after: place, before, from: 'start', limit: asked })
    if (piece.length > 0) yield piece
    if (piece.length < asked) return
    left -= asked
    place = placeOf(piece.at(-1) as ListedContact)
  }
}

/** Contacts passed over in one statement: some milliseconds of the database's time. */
const STRIDE = 10_000
const NO_COLUMNS: ReadonlySet<ContactColumn> = new Set()

/** Counts `limit` contacts from the end where the stretch begins: the last of them, and the one after that. */
async function walk(
  shop: Queries,
  stretch: Stretch,
  limit: number,
): Promise<{ last: ListedContact | undefined; beyond?: ListedContact | undefined }> {
  const counted = { ...stretch }
  const opposite = stretch.from === 'start' ? 'end' : 'start'
  for (let left = limit; Number.isFinite(left); left -= STRIDE) {
    const skip = Math.min(left, STRIDE) - 1
    const [last, beyond] = await listContacts(shop, NO_COLUMNS, { ...counted, skip, limit: 2 })
    if (!last) break // there are fewer than that
    if (left <= STRIDE) return { last, beyond }
    counted[stretch.from === 'start' ? 'after' : 'before'] = placeOf(last)
  }
  const [last] = await listContacts(shop, NO_COLUMNS, { ...stretch, from: opposite, limit: 1 })
  return { last }
}

/** Both flags tell the truth, whichever way was counted: bounds are looked beyond. */
async function describeEnds(shop: Queries, { after, before, from }: Stretch, ends: Ends): Promise<ContactsPageInfo> {
  const forward = from === 'start'
  const [isAhead, isBehind] = await Promise.all([
    (!forward && ends.goesOn) || (after !== null && hasContacts(shop, 'ahead', after)),
    (forward && ends.goesOn) || (before !== null && hasContacts(shop, 'behind', before)),
  ])
  const [start, end] = forward ? [ends.near, ends.far] : [ends.far, ends.near]
  return {
    hasNextPage: isBehind,
    hasPreviousPage: isAhead,
    startCursor: start ? contactCursor(start) : null,
    endCursor: end ? contactCursor(end) : null,
  }
}
