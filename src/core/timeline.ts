import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { browsingSession, requireConversation } from '#core/conversations/conversations.ts'
import { BROWSED_PAGES_KEPT_MS, MERGED_MAX, TIMELINE_MAX } from '#core/limits.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Queries } from '#database/database.ts'
import { findContactForMembers } from '#storage/contacts/contacts.ts'
import { listMergedAddresses } from '#storage/contacts/merging.ts'
import {
  readTimelineScope,
  TIMELINE_KINDS,
  type TimelineAction,
  type TimelineKind,
  type TimelinePlace,
  type TimelineRun,
  timelineActions,
  timelineConversations,
  timelineEvents,
  timelineOrders,
  timelinePages,
  timelineRatings,
  timelineRuns,
} from '#storage/timeline.ts'

export { TIMELINE_KINDS }

/** One thing that happened with a contact; what it has not is null. */
export interface TimelineEntry {
  kind: TimelineKind
  id: string
  at: Date
  conversationId: string | null
  /** The newest words of a conversation, what was said with a rating, an order's number, a page's title, an event's or an own action's name. */
  text: string | null
  /**
   * A conversation's or an order's status, an event's properties as JSON (its beginning), a rating's score of 1 to 5, what the
   * shop said to an order action, what the customer was answered from an own action or why it failed.
   */
  detail: string | null
  channel: string | null
  url: string | null
  /** Amount of an order; of a refund, what was returned. */
  total: { amount: string; currencyCode: string } | null
  /** Order action, if the entry is one. */
  action: Pick<TimelineAction, 'kind' | 'state'> | null
  /** Run of an own action, if the entry is one: its outcome, and the values that were sent. */
  run: Pick<TimelineRun, 'state' | 'input'> | null
}

const CURSOR = ['time', 'string', 'string'] as const
const NOTHING = {
  conversationId: null,
  text: null,
  detail: null,
  channel: null,
  url: null,
  total: null,
  action: null,
  run: null,
}

/**
 * What happened with the contact of a conversation, newest first: their conversations, orders, what members did with these
 * in the shop, runs of own actions, pages, tracked events and ratings, all or some kinds of them. Orders of an address that nobody has proven to be theirs are not among them. Of a
 * conversation without a contact, what belongs to itself. Looks at TIMELINE_MAX of each kind, whatever there is.
 */
export async function readTimeline(
  { shop, access = null }: Caller,
  id: string,
  { kinds = TIMELINE_KINDS, limit, cursor }: { kinds?: readonly TimelineKind[]; limit: number; cursor: string | null },
): Promise<{ entries: TimelineEntry[]; nextCursor: string | null }> {
  const conversation = await requireConversation(shop, id)
  requireCursor(cursor, isTimelineCursor)
  const after = placeOf(cursor)
  const { contactId } = conversation
  const scope = contactId
    ? await readTimelineScope(shop, contactId, access, TIMELINE_MAX)
    : { conversationIds: [conversation.id], sessionIds: [browsingSession(conversation)] }
  const more = limit + 1
  const since = new Date(currentTime().getTime() - BROWSED_PAGES_KEPT_MS)
  const sources: Record<TimelineKind, () => Promise<TimelineEntry[]>> = {
    conversation: async () =>
      (await timelineConversations(shop, scope, after, more)).map(({ status, ...one }) => ({
        ...NOTHING,
        ...one,
        kind: 'conversation',
        conversationId: one.id,
        detail: status,
      })),
    rating: async () =>
      (await timelineRatings(shop, scope, after, more)).map(({ score, comment, ...one }) => ({
        ...NOTHING,
        ...one,
        kind: 'rating',
        text: comment,
        detail: String(score),
      })),
    page: async () =>
      (await timelinePages(shop, scope, after, { since, limit: more })).map(({ title, ...one }) => ({
        ...NOTHING,
        ...one,
        kind: 'page',
        text: title,
      })),
    event: async () =>
      (await timelineEvents(shop, scope, after, more)).map(({ name, props, ...one }) => ({
        ...NOTHING,
        ...one,
        kind: 'event',
        text: name,
        detail: props,
      })),
    order_action: async () =>
      (await timelineActions(shop, scope, after, more)).map(
        ({ orderNumber, detail, amount, currencyCode, kind, state, ...one }) => ({
          ...NOTHING,
          ...one,
          kind: 'order_action',
          text: orderNumber,
          detail,
          total: amount === null || currencyCode === null ? null : { amount, currencyCode },
          action: { kind, state },
        }),
      ),
    custom_action: async () =>
      (await timelineRuns(shop, scope, after, more)).map(({ actionName, state, input, answer, error, ...one }) => ({
        ...NOTHING,
        ...one,
        kind: 'custom_action',
        text: actionName,
        detail: answer ?? error,
        run: { state, input },
      })),
    order: async () => (contactId ? (await readOrders(shop, contactId)).filter((one) => isBehind(one, after)) : []),
  }
  const found = (await Promise.all(kinds.map((kind) => sources[kind]()))).flat().sort(newestFirst)
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  const nextCursor = found.length > limit && last ? encodeCursor([last.at.getTime(), last.kind, last.id]) : null
  return { entries, nextCursor }
}

async function readOrders(shop: Queries, contactId: string): Promise<TimelineEntry[]> {
  const contact = await findContactForMembers(shop, contactId)
  if (!contact) return []
  const own = contact.email === null || contact.emailIsClaimed ? [] : [emailKey(contact.email)]
  const emailKeys = [...own, ...(await listMergedAddresses(shop, contactId, MERGED_MAX))]
  const orders = await timelineOrders(shop, { contactId, emailKeys }, TIMELINE_MAX.orders)
  return orders.map(({ id, placedAt, updatedAt, orderNumber, status, amount, currencyCode }) => {
    const at = new Date(placedAt ?? Number.NaN)
    return {
      ...NOTHING,
      kind: 'order',
      id,
      at: Number.isNaN(at.getTime()) ? updatedAt : at,
      text: orderNumber,
      detail: status,
      total: { amount, currencyCode },
    }
  })
}

type Place = Pick<TimelineEntry, 'at' | 'kind' | 'id'>

function newestFirst(a: Place, b: Place): number {
  if (a.at.getTime() !== b.at.getTime()) return b.at.getTime() - a.at.getTime()
  if (a.kind !== b.kind) return a.kind < b.kind ? 1 : -1
  return a.id < b.id ? 1 : -1
}

const isBehind = (entry: Place, after: TimelinePlace | null) => after === null || newestFirst(entry, after) > 0

function isTimelineCursor(cursor: string): boolean {
  const parts = decodeCursor(cursor, CURSOR)
  return parts !== null && parts[0] !== null && TIMELINE_KINDS.includes(parts[1] as TimelineKind)
}

function placeOf(cursor: string | null): TimelinePlace | null {
  if (cursor === null) return null
  const [at, kind, id] = decodeCursor(cursor, CURSOR) as [number, TimelineKind, string]
  return { at: new Date(at), kind, id }
}
