import type { Queries } from '#database/database.ts'
import type { ContactRow } from './contacts.ts'

/** A contact's place in its store's list: newest first, those made in the same millisecond by id, highest first. */
export interface ContactKey {
  createdAt: Date
  id: string
}

/** Times come as PostgreSQL's text of UTC: making dates of them only to write them again takes a tenth of a page's time. */
const utc = (column: string) => `(${column} at time zone 'utc')::text as ${column}`

/** Columns of a contact that may be read in addition to its place in the list. */
const COLUMNS = {
  platformId: 'platform_id',
  type: 'type',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  channels: 'channels',
  ordersCount: 'orders_count',
  totalSpent: 'total_spent',
  ipAddress: 'ip_address',
  ipLocation: 'ip_location',
  lastChatAt: utc('last_chat_at'),
  updatedAt: utc('updated_at'),
} satisfies Partial<Record<keyof ContactRow, string>>
export type ContactColumn = keyof typeof COLUMNS
const KEY = `id, ${utc('created_at')}`

/** A moment in UTC, such as `2026-01-31 09:30:00.25`: zeros at the end are left out. */
export type UtcText = string

/** A contact as it is listed. Columns that were not asked for are missing, whatever the type says. */
export type ListedContact = Pick<ContactRow, 'id' | Exclude<ContactColumn, 'lastChatAt' | 'updatedAt'>> & {
  createdAt: UtcText
  lastChatAt: UtcText | null
  updatedAt: UtcText | null
}

export function placeOf({ createdAt, id }: ListedContact): ContactKey {
  return { createdAt: new Date(`${createdAt.replace(' ', 'T')}Z`), id }
}

/** A stretch of the list, without its bounds. */
export interface ContactStretch {
  /** Only contacts behind this place; null from the start. */
  after: ContactKey | null
  /** Only contacts ahead of this place; null up to the end. */
  before: ContactKey | null
  /** From which end of the stretch contacts are counted, and in which order they come. */
  from: 'start' | 'end'
  /** Contacts left out at that end; default 0. */
  skip?: number
  limit: number
}

export function listContacts(
  shop: Queries,
  columns: ReadonlySet<ContactColumn>,
  { after, before, from, skip, limit }: ContactStretch,
): Promise<ListedContact[]> {
  const params: (Date | string | number)[] = [limit]
  const place = ({ createdAt, id }: ContactKey) =>
    `($${params.push(createdAt) + 1}::timestamptz, $${params.push(id) + 1}::text)`
  const bounds = [
    after && `and (created_at, id) < ${place(after)}`,
    before && `and (created_at, id) > ${place(before)}`,
  ]
  const direction = from === 'start' ? 'desc' : 'asc'
  const offset = skip ? `offset $${params.push(skip) + 1}` : ''
  return shop.query<ListedContact>(
    `select ${selectList(columns)} from contacts where shop_id = $1 and merged_into is null ${bounds.filter(Boolean).join(' ')}
     order by contacts.created_at ${direction}, contacts.id ${direction} limit $2 ${offset}`,
    params,
  )
}

/** The contacts of these ids, in no order, each with whom it was merged into; unknown ids are left out. */
export function findContacts(
  shop: Queries,
  columns: ReadonlySet<ContactColumn>,
  ids: readonly string[],
): Promise<(ListedContact & { mergedInto: string | null })[]> {
  return shop.query<ListedContact & { mergedInto: string | null }>(
    `select ${selectList(columns)}, merged_into from contacts where shop_id = $1 and id = any($2::text[])`,
    [ids],
  )
}

/** Whether there are contacts at a place or behind it (ahead of it). */
export async function hasContacts(
  shop: Queries,
  side: 'behind' | 'ahead',
  { createdAt, id }: ContactKey,
): Promise<boolean> {
  const rows = await shop.query(
    `select id from contacts where shop_id = $1 and merged_into is null and (created_at, id) ${side === 'behind' ? '<=' : '>='} ($2::timestamptz, $3::text)
     limit 1`,
    [createdAt, id],
  )
  return rows.length > 0
}

/**
 * Connections keep each statement they have seen, so there must not be one for every selection somebody thinks of:
 * after SELECT_LISTS_MAX different ones, all columns are read.
 */
const SELECT_LISTS_MAX = 50
const selectLists = new Set<string>()

function selectList(columns: ReadonlySet<ContactColumn>): string {
  const names = Object.entries(COLUMNS).filter(([column]) => columns.has(column as ContactColumn))
  const list = [KEY, ...names.map(([, name]) => name)].join(', ')
  if (selectLists.has(list)) return list
  if (selectLists.size >= SELECT_LISTS_MAX) return [KEY, ...Object.values(COLUMNS)].join(', ')
  selectLists.add(list)
  return list
}
