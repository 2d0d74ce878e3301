import { hashToken } from '#base/ids.ts'
import {
  toVisitorConversation,
  toVisitorMessages,
  type VisitorConversation,
  type VisitorMessage,
} from '#core/conversations/visitor-view.ts'
import { visitorUnknown } from '#core/errors.ts'
import { UNREAD_MAX, VISITOR_MESSAGES_PAGE } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import {
  type LiveMessageRow,
  listChangedMessages,
  listCustomerMessages,
  type VisibleConversationRow,
} from '#storage/conversations/live.ts'
import { listVisitorSnapshots, type VisitorSnapshotRow } from '#storage/visitors/visitor-snapshot.ts'
import { isToken, type VisitorProfile } from './visitors.ts'

/** A visitor's state: what the widget shows when it opens, and what a socket starts with. */
export interface VisitorSnapshot {
  visitor: VisitorProfile
  session: { id: string }
  conversation: VisitorConversation | null
  messages: VisitorMessage[]
  /** False: older messages are to be fetched, or the ones the client has are too old to go on from. */
  complete: boolean
  revision: number
}

/** What the client has already. */
export interface ClientState {
  conversationId?: string | undefined
  revision?: number | undefined
}

/** Visitor whose state is requested: a browser by its token, or by its id if that was verified before. */
export type StandingAsked = ({ token: string } | { visitorId: string }) & { known: ClientState }

/** A visitor's standing, and the contact they are; null where there is none. */
export interface FoundStanding {
  standing: VisitorSnapshot
  contactId: string | null
}

/**
 * Reads the state of visitors of a store, in the given order; null for a token that is unknown, ended or another store's. One
 * statement for all of them, and one more for each who has messages to be sent.
 */
export async function readStandings(shop: Queries, asked: readonly StandingAsked[]): Promise<(FoundStanding | null)[]> {
  const keys = asked.map((one) => ({
    tokenHash: 'token' in one && isToken(one.token) ? hashToken(one.token) : null,
    visitorId: 'visitorId' in one ? one.visitorId : null,
    conversationId: one.known.conversationId ?? null,
  }))
  const rows = await listVisitorSnapshots(shop, keys, UNREAD_MAX)
  return Promise.all(rows.map((row, i) => (row ? describe(shop, row, (asked[i] as StandingAsked).known) : null)))
}

/** State of one visitor; UNAUTHENTICATED if their token ended. */
export async function readStanding(
  shop: Queries,
  visitorId: string,
  known: ClientState = {},
): Promise<VisitorSnapshot> {
  const [found] = await readStandings(shop, [{ visitorId, known }])
  if (!found) throw visitorUnknown()
  return found.standing
}

async function describe(
  shop: Queries,
  row: VisitorSnapshotRow,
  { conversationId, revision }: ClientState,
): Promise<FoundStanding> {
  const { conversation, contactId } = row
  const since = conversation?.id === conversationId ? revision : undefined
  const page = conversation ? await readMessages(shop, conversation, since) : { rows: [], complete: true }
  const standing: VisitorSnapshot = {
    visitor: {
      id: row.id,
      isIdentified: row.isIdentified,
      email: row.email,
      name: row.name,
      phone: row.phone,
      attributes: { ...row.contactAttributes, ...row.attributes },
      isBlocked: row.isBlocked,
    },
    session: { id: row.sessionId },
    conversation: conversation && toVisitorConversation(conversation, row.unseen),
    messages: toVisitorMessages(page.rows),
    complete: page.complete,
    revision: Math.max(conversation?.revision ?? 0, ...page.rows.map(({ revision: changedAt }) => changedAt)),
  }
  return { standing, contactId }
}

/** What changed since a revision, or the newest messages where that is too much or nothing to go on from. */
async function readMessages(
  shop: Queries,
  current: VisibleConversationRow,
  since: number | undefined,
): Promise<{ rows: LiveMessageRow[]; complete: boolean }> {
  const limit = VISITOR_MESSAGES_PAGE.max
  if (since === current.revision) return { rows: [], complete: true }
  if (since !== undefined && since < current.revision) {
    const changed = await listChangedMessages(shop, current.id, { since, limit: limit + 1 })
    if (changed.length <= limit) return { rows: changed, complete: true }
  }
  const newest = await listCustomerMessages(shop, current.id, {
    before: null,
    limit: VISITOR_MESSAGES_PAGE.default + 1,
  })
  return {
    rows: newest.slice(0, VISITOR_MESSAGES_PAGE.default).reverse(),
    complete: newest.length <= VISITOR_MESSAGES_PAGE.default,
  }
}
