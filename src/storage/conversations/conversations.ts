import type { Param, Queries } from '#database/database.ts'
import type { Webhooks } from '#storage/webhooks/events.ts'
import {
  APPROVAL,
  CLOCK,
  type Clock,
  CONVERSATION,
  type ConversationColumns,
  MERGING,
  type Merging,
  type OfApproval,
  type OfTeam,
  SNOOZE,
  type Snooze,
  SPAM,
  type Spam,
  TEAM,
} from './columns.ts'

/** What reads need of a conversation: where it is, what it leads to, and its ready list form (migrations/0004). */
export interface FoundConversation
  extends Pick<ConversationColumns, 'id' | 'datastore' | 'sessionId' | 'contactId' | 'memberId' | 'isPlayground'>,
    MemberMarks {
  renderedJson: string
}

/** What members see beside the record: that it was put aside, its team, that it was merged, that it is spam, how urgent it is, what is due, and that an approval waits. */
export type MemberMarks = Pick<Snooze, 'snoozedUntil' | 'returnedAt'> &
  OfTeam &
  Pick<Merging, 'mergedInto' | 'mergedCount'> &
  Spam &
  OfApproval &
  Pick<Clock, 'priority' | 'dueAt' | 'dueFor'>

/** These of a row, which may hold more. */
export function marksOf(row: MemberMarks): MemberMarks {
  const { snoozedUntil, returnedAt, teamId, mergedInto, mergedCount, statusBeforeSpam, priority, dueAt, dueFor } = row
  const { waitsForApproval } = row
  return {
    ...{ snoozedUntil, returnedAt, teamId, mergedInto, mergedCount, statusBeforeSpam, priority, dueAt, dueFor },
    waitsForApproval,
  }
}

/** Its columns, without the store's. */
export const MARKS =
  'snoozed_until, returned_at, team_id, merged_into, merged_count, status_before_spam, priority, due_at, due_for, waits_for_approval'

const FOUND = `${CONVERSATION.list('id', 'datastore', 'sessionId', 'contactId', 'memberId', 'isPlayground')}, ${MARKS}, rendered_json`

/** A conversation as the rules of writing see it. */
export interface ConversationRow extends ConversationColumns, Snooze, OfTeam, Merging, Spam, Clock, OfApproval {
  renderedJson: string
}

const COLUMNS = `${CONVERSATION.list()}, ${SNOOZE.list()}, ${TEAM.list()}, ${MERGING.list()}, ${SPAM.list()}, ${CLOCK.list()}, ${APPROVAL.list()}, rendered_json`

/** Finds by any of the three id forms, in the order id, firestoreId, pgConvoId (spec C6.8). */
export function findConversation(shop: Queries, id: string): Promise<FoundConversation | undefined> {
  return selectByAnyId<FoundConversation>(shop, id, FOUND, '')
}

/** Reads a conversation with all that rules need, without a lock: for reporting, not for writing. */
export function readConversation(shop: Queries, id: string): Promise<ConversationRow | undefined> {
  return selectByAnyId<ConversationRow>(shop, id, COLUMNS, '')
}

/** What a conversation's writers have to know of its store, and what tells them what they need not ask for. */
export interface StoreFacts {
  /** What the store has set (`findSettings`). */
  settings: object
  webhooks: Webhooks
  /** Whether the store ever connected a channel. */
  hasAccounts: boolean
  /** Whether any of its rules is on. */
  hasRules: boolean
  /** Whether it ever set reply-time targets. */
  hasTargets: boolean
  /** Whether the member who has the conversation is there; null where nobody has it. */
  assigneeState: AssigneeState | null
}

/** `away`: in away mode; `inactive`: deactivated. */
export type AssigneeState = 'here' | 'away' | 'inactive'

/** A conversation that is locked. */
export interface LockedConversation extends ConversationRow, StoreFacts {
  /** How far the team has read. */
  agentPosition: string
}

/** Its columns, but for the settings: in a `select` of `conversations` alone, with the store's id as `$1`. */
export const LOCKED = `${COLUMNS}, agent_position,
  coalesce((select min(case when w.is_active then 'active' else 'inactive' end) from webhook_subscriptions w where w.shop_id = $1),
    (select 'inactive' from event_listeners l where l.shop_id = $1 and l.listened_until > now())) as webhooks,
  exists (select from channel_accounts a where a.shop_id = $1) as has_accounts,
  exists (select from rules r where r.shop_id = $1 and r.is_on) as has_rules,
  exists (select from reply_targets t where t.shop_id = $1) as has_targets,
  (select case when not m.active then 'inactive' when m.enable_away_mode then 'away' else 'here' end
   from members m where m.shop_id = $1 and m.id = conversations.member_id) as assignee_state`

/** A member who is about to write, as far as that takes. */
export interface Author {
  id: string
  fullName: string
  active: boolean
}

/** The members' columns of it: a value of a `select` with the store's id as `$1` and the member's as `$3`. */
const AUTHOR = `(select json_build_object('id', m.id, 'fullName', m.full_name, 'active', m.active)
  from members m where m.shop_id = $1 and m.id = $3) as author`

/**
 * A conversation, locked until the transaction ends: writers to it take turns. `memberId`: who is about to write, as
 * `author`; null where the store has no such member.
 */
export function lockConversation(
  tx: Queries,
  id: string,
  memberId: string | null = null,
): Promise<(LockedConversation & { author: Author | null }) | undefined> {
  const columns = `${LOCKED}, (select s.settings from shops s where s.shop_id = $1) as settings, ${AUTHOR}`
  return selectByAnyId(tx, id, columns, 'for update', [memberId])
}

/**
 * Locks the contact of a conversation that is named by any of its ids, before the conversation itself
 * (storage/locks.ts); answers the contact's id, null where there is none. Behind row-level security `coalesce` itself is
 * compared with each of the store's conversations; what is selected is compared inside the index.
 */
export async function lockContactOf(tx: Queries, id: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `select id from contacts where shop_id = $1 and id = (
       select c.contact_id from conversations c where c.shop_id = $1 and c.id = (select coalesce(
         (select o.id from conversations o where o.shop_id = $1 and o.id = $2),
         (select o.id from conversations o where o.shop_id = $1 and o.firestore_id = $2),
         (select o.id from conversations o where o.shop_id = $1 and o.pg_convo_id = $3))))
     for no key update`,
    [id, numberOf(id)],
  )
  return row?.id ?? null
}

/** The other two forms are looked up apart, so that the usual look-up, by id, stays one index probe. */
async function selectByAnyId<Row>(
  shop: Queries,
  id: string,
  columns: string,
  lock: string,
  more: readonly Param[] = [],
): Promise<Row | undefined> {
  const select = `select ${columns} from conversations where shop_id = $1 and id = $2 ${lock}`
  const [row] = await shop.query<Row>(select, [id, ...more])
  if (row) return row
  const [other] = await shop.query<{ id: string }>(
    `(select id from conversations where shop_id = $1 and firestore_id = $2)
     union all
     (select id from conversations where shop_id = $1 and pg_convo_id = $3)
     limit 1`,
    [id, numberOf(id)],
  )
  return other && (await shop.query<Row>(select, [other.id, ...more]))[0]
}

/** An id as a pgConvoId, where it can be one. */
const numberOf = (id: string) => (/^(0|[1-9]\d{0,17})$/.test(id) ? id : null)

/** A new conversation; returns it as the rules of writing see it. */
export async function insertConversation(
  tx: Queries,
  conversation: Partial<ConversationColumns> & { id: string },
): Promise<ConversationRow> {
  const { sql, values } = CONVERSATION.insert(conversation)
  tx.signal({ kind: 'changed', id: conversation.id })
  const [row] = await tx.query<ConversationRow>(`insert into conversations ${sql} returning ${COLUMNS}`, values)
  return row as ConversationRow
}

/** The ids of conversations that are still in the older datastore, for the operator's move. */
export async function listLegacyIds(shop: Queries, limit: number): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    "select id from conversations where shop_id = $1 and datastore = 'firestore' order by id limit $2",
    [limit],
  )
  return rows.map((row) => row.id)
}
