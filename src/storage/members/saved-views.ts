import type { Param, Queries } from '#database/database.ts'
import { andMaySee, type ConversationAccess } from '#storage/conversation-access.ts'
import type { Clock } from '#storage/conversations/columns.ts'
import { type ConversationFilters, conditionsOf } from '#storage/conversations/list.ts'
import { LISTED } from '#storage/listed-conversations.ts'
import { isIn } from '#storage/segments/conditions.ts'

/** What a saved view asks the list for; `assigneeId` may also be me or unassigned, `team` none. */
export interface ViewFilters {
  status?: 'open' | 'resolved'
  assigneeId?: string
  /** A team's id, or none. */
  team?: string
  channel?: string
  tags?: string[]
  isRead?: boolean
  isStarred?: boolean
  isChatBot?: boolean
  isSnoozed?: boolean
  isDue?: boolean
  priority?: Clock['priority']
  /** A segment's id. */
  segment?: string
  activeWithinDays?: number
}

export interface SavedViewRow {
  id: string
  /** Whose own it is; null for the whole store's. */
  memberId: string | null
  name: string
  filters: ViewFilters
  position: number
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = 'id, member_id, name, filters, position, created_at, updated_at'

/** The store's, then a member's own, each in their order. */
export function listSavedViews(shop: Queries, memberId: string, limit: number): Promise<SavedViewRow[]> {
  return shop.query<SavedViewRow>(
    `select ${COLUMNS} from saved_views where shop_id = $1 and (member_id is null or member_id = $2)
     order by member_id is not null, position, id limit $3`,
    [memberId, limit],
  )
}

/** Inserts a view, or changes the one with the same id. */
export async function saveView(tx: Queries, view: SavedViewRow): Promise<SavedViewRow> {
  const [row] = await tx.query<SavedViewRow>(
    `insert into saved_views (shop_id, id, member_id, name, filters, position, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (shop_id, id) do update set member_id = excluded.member_id, name = excluded.name,
       filters = excluded.filters, position = excluded.position, updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [view.id, view.memberId, view.name, view.filters, view.position, view.createdAt, view.updatedAt],
  )
  return row as SavedViewRow
}

/** Gives views their places: that of each in the list. */
export async function placeViews(tx: Queries, ids: string[], now: Date): Promise<void> {
  await tx.query(
    `update saved_views v set position = o.position, updated_at = $3
     from unnest($2::text[]) with ordinality as o (id, position)
     where v.shop_id = $1 and v.id = o.id and v.position <> o.position`,
    [ids, now],
  )
}

export async function deleteView(tx: Queries, id: string): Promise<void> {
  await tx.query('delete from saved_views where shop_id = $1 and id = $2', [id])
}

/**
 * How many of the `scanned` open conversations that were active last fit each of the filters, in one pass over them:
 * what a count costs does not depend on how rare its filters are. `isWhole`: there are no more open ones than that.
 */
export async function countByFilters(
  shop: Queries,
  filters: ConversationFilters[],
  { access, scanned }: { access: ConversationAccess; scanned: number },
): Promise<{ counts: number[]; isWhole: boolean }> {
  const params: Param[] = []
  const $ = (value: Param) => `$${params.push(value) + 1}`
  // A contact is looked up once, whatever segments are asked for.
  const segments = [...new Set(filters.flatMap(({ segment }) => segment ?? []))]
  const inEach = segments.map(({ conditions, now }) => isIn(`${$(conditions)}::jsonb`, $(now)))
  const contact = `left join lateral (select array[${inEach.join(', ')}] as segments from contacts k
    where k.shop_id = $1 and k.id = contact_id) k on true`
  const counts = filters.map(({ segment, ...one }, i) => {
    const where = conditionsOf(one, $, 'read')
    if (segment) where.push(`coalesce(segments[${segments.indexOf(segment) + 1}], false)`)
    return `(count(*) filter (where ${where.length > 0 ? where.join(' and ') : 'true'}))::int as c${i}`
  })
  const [row] = await shop.query<Record<string, number>>(
    `select count(*)::int as seen${counts.map((count) => `, ${count}`).join('')} from (
       select status, channel, member_id, team_id, is_read, is_starred, is_chat_bot, snoozed_until, priority, due_at, tags, active_key, contact_id
       from conversations where shop_id = $1 and ${LISTED} and status = 'open'${andMaySee(access, params)}
       order by active_key desc, id desc limit ${$(scanned + 1)}) x ${segments.length > 0 ? contact : ''}`,
    params,
    'by value',
  )
  const found = row as Record<string, number>
  return { counts: filters.map((_, i) => found[`c${i}`] ?? 0), isWhole: (found.seen ?? 0) <= scanned }
}
