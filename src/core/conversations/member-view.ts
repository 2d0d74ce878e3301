import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import { BROWSED_PAGES_KEPT_MS, BROWSED_PAGES_MAX, MERGED_MAX, RELATED_PAGE } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { listOrdersByEmail, listOrdersOfContact } from '#storage/commerce/orders.ts'
import { type ContactRow, findContactForMembers } from '#storage/contacts/contacts.ts'
import { listMerged, listMergedAddresses } from '#storage/contacts/merging.ts'
import { listAttributes } from '#storage/conversations/attributes.ts'
import { listChecklistNotes } from '#storage/conversations/checklist-notes.ts'
import { findSummary, listBrowsedPages } from '#storage/conversations/context.ts'
import { listConversations } from '#storage/conversations/list.ts'
import {
  findMemberMessage,
  findRevision,
  isMemberMessageCursor,
  listMemberMessages,
  type MemberMessageRow,
} from '#storage/conversations/member-view.ts'
import { listSegmentsOf } from '#storage/segments/segments.ts'
import { listContext, listTrackedEvents } from '#storage/visitors/tracking.ts'
import { browsingSession, requireConversation } from './conversations.ts'
import { addKeys } from './visitor-view.ts'

const ORDERS_MAX = 10
const NOTES_MAX = 200
const EVENTS_MAX = 20

/** A page of a conversation as members read it, newest first; `revision` is where a socket continues. */
export async function readMemberMessages(caller: Caller, id: string, page: { limit: number; cursor: string | null }) {
  const conversation = await requireConversation(caller.shop, id)
  requireCursor(page.cursor, isMemberMessageCursor)
  const [revision, { messages, nextCursor }] = await Promise.all([
    findRevision(caller.shop, conversation.id),
    listMemberMessages(caller.shop, conversation.id, page),
  ])
  return { conversation, messages: messages.map(toMemberMessage), nextCursor, revision }
}

/** A message's 20 keys, its place in the conversation and its latest change, as JSON. */
export async function getMemberMessage(caller: Caller, id: string, messageId: string): Promise<string> {
  const conversation = await requireConversation(caller.shop, id)
  const row =
    (await findMemberMessage(caller.shop, conversation.id, messageId)) ??
    // Said where the conversation was merged to.
    (conversation.mergedInto && (await findMemberMessage(caller.shop, conversation.mergedInto, messageId)))
  if (!row) throw notFound('Message')
  return toMemberMessage(row)
}

function toMemberMessage(row: MemberMessageRow): string {
  const { renderedJson, position, revision, ...more } = row
  return addKeys(renderedJson, { ...more, position: Number(position), revision: Number(revision) })
}

/** All that stands beside a conversation: who it is with, what they bought and viewed, and what members noted. */
export async function readContext(caller: Caller, id: string) {
  const { shop } = caller
  const conversation = await requireConversation(shop, id)
  const { contactId } = conversation
  const since = new Date(currentTime().getTime() - BROWSED_PAGES_KEPT_MS)
  const found = contactId === null ? undefined : await findContactForMembers(shop, contactId)
  const session = browsingSession(conversation)
  const [notes, attributes, pages, said, events, summary, { orders, claimedOrders }, merged, segments, related] =
    await Promise.all([
      listChecklistNotes(shop, conversation.id, NOTES_MAX),
      listAttributes(shop, conversation.id),
      listBrowsedPages(shop, session, since, BROWSED_PAGES_MAX),
      listContext(shop, session),
      listTrackedEvents(shop, session, EVENTS_MAX),
      findSummary(shop, conversation.id),
      found ? readContactOrders(shop, found) : { orders: [], claimedOrders: [] },
      contactId === null ? [] : listMerged(shop, contactId, currentTime(), MERGED_MAX),
      contactId === null ? undefined : listSegmentsOf(shop, [contactId], { now: currentTime() }),
      contactId === null
        ? { items: [] }
        : listConversations(
            shop,
            { contactId, not: conversation.id, isSpam: false, access: caller.access ?? null },
            { limit: RELATED_PAGE.default, cursor: null },
          ),
    ])
  const { emailIsClaimed: _, ...contact } = found ?? { emailIsClaimed: false }
  return {
    contact: found ? (contact as ContactRow) : null,
    notes,
    attributes,
    pages,
    /** What the shop's page reported of itself and of the cart: not verified. */
    said,
    events,
    summary: summary ?? null,
    orders,
    /** Orders that carry the address which the customer claims: nobody has proven that they are theirs. */
    claimedOrders,
    /** Contacts who were merged into this one, and which of that can be undone still. */
    merged,
    /** The segments that the contact is in. */
    segments: segments?.get(contactId ?? '') ?? [],
    related: related.items,
  }
}

/** The contact's own orders, and those of their address: with them where the shop brought it, apart where it is claimed. */
export async function readContactOrders(
  shop: Queries,
  { id, email, emailIsClaimed }: { id: string; email: string | null; emailIsClaimed: boolean },
): Promise<{ orders: object[]; claimedOrders: object[] }> {
  const [own, ofAddress, addresses] = await Promise.all([
    listOrdersOfContact(shop, id, ORDERS_MAX),
    email === null ? [] : listOrdersByEmail(shop, emailKey(email), ORDERS_MAX),
    listMergedAddresses(shop, id, MERGED_MAX),
  ])
  const numberOf = (order: object) => (order as { orderNumber: string }).orderNumber
  const known = new Set(own.map(numberOf))
  for (const address of addresses) {
    for (const order of await listOrdersByEmail(shop, address, ORDERS_MAX)) {
      if (!known.has(numberOf(order))) own.push(order)
      known.add(numberOf(order))
    }
  }
  const others = ofAddress.filter((order) => !known.has(numberOf(order)))
  if (emailIsClaimed) return { orders: newestFirst(own).slice(0, ORDERS_MAX), claimedOrders: others }
  return { orders: newestFirst([...own, ...others]).slice(0, ORDERS_MAX), claimedOrders: [] }
}

function newestFirst(orders: object[]): object[] {
  const placedAt = (order: object) => String((order as { createdAt?: string }).createdAt ?? '')
  return orders.sort((a, b) => (placedAt(a) < placedAt(b) ? 1 : -1))
}
