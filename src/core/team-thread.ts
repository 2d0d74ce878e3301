import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import { listAttributes } from '#storage/attributes.ts'
import { findContact } from '#storage/contacts.ts'
import { findSummary, listBrowsedPages } from '#storage/context.ts'
import { listConversations } from '#storage/conversation-list.ts'
import { listNotes } from '#storage/notes.ts'
import {
  findRevision,
  findTeamMessage,
  isTeamCursor,
  listOrders,
  listTeamMessages,
  type TeamMessageRow,
} from '#storage/team-thread.ts'
import { listContext, listTrackedEvents } from '#storage/visitor-sessions.ts'
import type { Caller } from './caller.ts'
import { browsingSession, requireConversation, requireCursor } from './conversations.ts'
import { notFound } from './errors.ts'
import { BROWSED_PAGES_KEPT_MS, BROWSED_PAGES_MAX, RELATED_PAGE } from './limits.ts'

const ORDERS_MAX = 10
const NOTES_MAX = 200
const EVENTS_MAX = 20

/** A page of a thread as the team reads it, newest first; `revision` is what a socket goes on from. */
export async function readTeamThread(caller: Caller, id: string, page: { limit: number; cursor: string | null }) {
  const conversation = await requireConversation(caller.shop, id)
  requireCursor(page.cursor, isTeamCursor)
  const [revision, { messages, nextCursor }] = await Promise.all([
    findRevision(caller.shop, conversation.id),
    listTeamMessages(caller.shop, conversation.id, page),
  ])
  return { conversation, messages: messages.map(teamMessage), nextCursor, revision }
}

/** A message's 20 keys, its place in the thread and its latest change, as JSON. */
export async function getTeamMessage(caller: Caller, id: string, messageId: string): Promise<string> {
  const conversation = await requireConversation(caller.shop, id)
  const row = await findTeamMessage(caller.shop, conversation.id, messageId)
  if (!row) throw notFound('Message')
  return teamMessage(row)
}

function teamMessage({ wire, isDeleted, contentType, position, revision, clientId }: TeamMessageRow): string {
  const more = { isDeleted, contentType, position: Number(position), revision: Number(revision), clientId }
  return `${wire.slice(0, -1)},${JSON.stringify(more).slice(1)}`
}

/** All that stands beside a thread: who it is with, what they bought and looked at, and what the team noted. */
export async function readContext(caller: Caller, id: string) {
  const { shop } = caller
  const conversation = await requireConversation(shop, id)
  const { contactId } = conversation
  const since = new Date(currentTime().getTime() - BROWSED_PAGES_KEPT_MS)
  const contact = contactId === null ? undefined : await findContact(shop, contactId)
  const session = browsingSession(conversation)
  const [notes, attributes, pages, said, events, summary, orders, related] = await Promise.all([
    listNotes(shop, conversation.id, NOTES_MAX),
    listAttributes(shop, conversation.id),
    listBrowsedPages(shop, session, since, BROWSED_PAGES_MAX),
    listContext(shop, session),
    listTrackedEvents(shop, session, EVENTS_MAX),
    findSummary(shop, conversation.id),
    contact ? listOrders(shop, { id: contact.id, emailKey: contact.email && emailKey(contact.email) }, ORDERS_MAX) : [],
    contactId === null
      ? { items: [] }
      : listConversations(shop, { contactId, not: conversation.id }, { limit: RELATED_PAGE.default, cursor: null }),
  ])
  return {
    contact: contact ?? null,
    notes,
    attributes,
    pages,
    /** What the shop's page said of itself and of the cart: not verified. */
    said,
    events,
    summary: summary ?? null,
    orders,
    related: related.items,
  }
}
