import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Channel } from '#channels/channel-window.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { SAVED_VIEWS_MAX, TAG_MAX, VIEW_COUNT_MAX, VIEW_COUNT_SCAN, VIEW_NAME_MAX } from '#core/limits.ts'
import { readSegmentFilters } from '#core/segments/filter.ts'
import { requireSegment } from '#core/segments/segments.ts'
import type { Transaction } from '#database/database.ts'
import type { ConversationFilters } from '#storage/conversations/list.ts'
import {
  countByFilters,
  deleteView,
  listSavedViews,
  placeViews,
  type SavedViewRow,
  saveView,
  type ViewFilters,
} from '#storage/members/saved-views.ts'
import { findStore } from '#storage/stores/stores.ts'

/** Lists of conversations that members keep under a name: their own, and those of the whole store. */

export interface SavedView extends Omit<SavedViewRow, 'memberId' | 'filters'> {
  isShared: boolean
  filters: ViewFilters & { channel?: Channel }
}

export interface NewView {
  name: string
  isShared: boolean
  filters: ViewFilters
}

/** The store's, and as many of one member's own. */
const LISTED_MAX = 2 * SAVED_VIEWS_MAX
const DAY_MS = 24 * 60 * 60 * 1000

/** Views that a member sees: the store's, then their own, each in their order. */
export async function listMyViews(caller: Caller, memberId: string): Promise<SavedView[]> {
  return (await listSavedViews(caller.shop, memberId, LISTED_MAX)).map(toView)
}

export function addView(caller: Caller, memberId: string, view: NewView): Promise<SavedView> {
  return change(caller, memberId, (tx, views) => {
    const now = currentTime()
    const owner = view.isShared ? null : memberId
    const made = { id: newId(), position: placeAfter(views, owner), createdAt: now, updatedAt: now }
    return save(tx, { ...made, memberId: owner, name: view.name, filters: view.filters })
  })
}

/** Renames a view, gives it other filters, shares it, or takes it back for oneself. NOT_FOUND for another member's own. */
export function editView(caller: Caller, memberId: string, id: string, edit: Partial<NewView>): Promise<SavedView> {
  return change(caller, memberId, (tx, views) => {
    const { isShared, ...rest } = edit
    const current = requireView(views, id)
    const owner = isShared === undefined ? current.memberId : isShared ? null : memberId
    const moved = owner === current.memberId ? {} : { memberId: owner, position: placeAfter(views, owner) }
    return save(tx, { ...current, ...rest, ...moved, updatedAt: currentTime() })
  })
}

/** Puts views in this order. Those of the store and one's own are ordered apart; what is left out stays where it is. */
export function orderViews(caller: Caller, memberId: string, ids: string[]): Promise<SavedView[]> {
  return change(caller, memberId, async (tx, views) => {
    for (const id of ids) requireView(views, id)
    if (new Set(ids).size !== ids.length) throw invalidParams('ids names a view twice.')
    await placeViews(tx, ids, currentTime())
    return (await listSavedViews(tx, memberId, LISTED_MAX)).map(toView)
  })
}

export function removeView(caller: Caller, memberId: string, id: string): Promise<void> {
  return change(caller, memberId, (tx, views) => deleteView(tx, requireView(views, id).id))
}

/**
 * How many conversations are in each view that shows open ones, up to VIEW_COUNT_MAX: the others have no count, as
 * Resolved. `isWhole` is false if there are more open ones than VIEW_COUNT_MAX, of which only the newest were counted.
 */
export async function countMyViews(
  caller: Caller,
  memberId: string,
): Promise<{ counts: Record<string, number>; isWhole: boolean }> {
  const views = await listSavedViews(caller.shop, memberId, LISTED_MAX)
  const open = views.filter(({ filters }) => filters.status === 'open')
  if (open.length === 0) return { counts: {}, isWhole: true }
  const segments = await readSegmentFilters(
    caller.shop,
    open.flatMap(({ filters }) => filters.segment ?? []),
  )
  const wanted = open.map(({ filters }) => ({
    ...toListFilters(filters, memberId),
    ...(filters.segment !== undefined && { segment: segments.get(filters.segment) }),
  }))
  const { counts, isWhole } = await countByFilters(caller.shop, wanted, {
    access: caller.access ?? null,
    scanned: VIEW_COUNT_SCAN,
  })
  const byId = open.map(({ id }, i) => [id, Math.min(counts[i] ?? 0, VIEW_COUNT_MAX)])
  return { counts: Object.fromEntries(byId), isWhole }
}

/** A view's filters as the list takes them, for the member who looks at it; all but the segment, which is to be read. */
export function toListFilters(
  { assigneeId, team, activeWithinDays, segment: _, ...filters }: ViewFilters,
  memberId: string,
): ConversationFilters {
  const named = { me: memberId, unassigned: null }[assigneeId ?? '']
  return {
    ...filters,
    ...(assigneeId !== undefined && { assigneeId: named === undefined ? assigneeId : named }),
    ...(team !== undefined && { teamId: team === 'none' ? null : team }),
    ...(activeWithinDays !== undefined && {
      activeSince: new Date(currentTime().getTime() - activeWithinDays * DAY_MS),
    }),
  }
}

/** Writers to a store's views take turns, so that none goes beyond their number; open inboxes hear of what they did. */
function change<T>(
  { shop }: Caller,
  memberId: string,
  act: (tx: Transaction, views: SavedViewRow[]) => Promise<T>,
): Promise<T> {
  return shop.transaction(async (tx) => {
    await findStore(tx, true)
    const result = await act(tx, await listSavedViews(tx, memberId, LISTED_MAX))
    tx.signal({ kind: 'views' })
    return result
  })
}

/** The place behind an owner's last view. INVALID_PARAMS where they have as many as there may be. */
function placeAfter(views: SavedViewRow[], owner: string | null): number {
  const others = views.filter(({ memberId }) => memberId === owner)
  if (others.length < SAVED_VIEWS_MAX) return Math.max(0, ...others.map(({ position }) => position)) + 1
  throw invalidParams(
    `${owner === null ? 'A store' : 'A member'} has at most ${SAVED_VIEWS_MAX} saved views; delete one first.`,
  )
}

function requireView(views: SavedViewRow[], id: string): SavedViewRow {
  const view = views.find((one) => one.id === id)
  if (!view) throw notFound('View')
  return view
}

async function save(tx: Transaction, view: SavedViewRow): Promise<SavedView> {
  checkText(view.name, VIEW_NAME_MAX, 'name')
  for (const tag of view.filters.tags ?? []) checkText(tag, TAG_MAX, 'tags')
  if (view.filters.segment !== undefined) await requireSegment(tx, view.filters.segment)
  return toView(await saveView(tx, view))
}

function toView({ memberId, ...view }: SavedViewRow): SavedView {
  return { ...view, filters: view.filters as SavedView['filters'], isShared: memberId === null }
}
