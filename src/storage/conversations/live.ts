import type { FormatRange } from '#base/formatting.ts'
import type { Queries } from '#database/database.ts'
import { DELIVERY, type MessageDelivery } from '#storage/channels/delivery.ts'
import type { Clock, OriginalWords, Spam } from './columns.ts'

/**
 * Conversations and messages as open sockets get them: what changed since a revision, read by one range of the
 * primary key (new messages) and one of a partial index (edited and deleted ones). See migrations/0004, 0005.
 */

export interface LiveConversationRow {
  id: string
  contactId: string | null
  sessionId: string | null
  status: 'open' | 'resolved'
  isChatBot: boolean
  isBlock: boolean
  isPlayground: boolean
  isRead: boolean
  isCustomerRead: boolean
  agentPosition: number
  customerPosition: number
  revision: number
  memberId: string | null
  memberName: string | null
  memberAvatarUrl: string | null
  createdAt: Date | null
  lastActive: Date | null
  snoozedUntil: Date | null
  returnedAt: Date | null
  teamId: string | null
  mergedInto: string | null
  mergedCount: number
  statusBeforeSpam: Spam['statusBeforeSpam']
  priority: Clock['priority']
  dueAt: Date | null
  dueFor: Clock['dueFor']
  waitsForApproval: boolean
  renderedJson: string
}

/** `revision` is what the message last changed at: its position, unless it was edited or deleted later. */
export interface LiveMessageRow {
  id: string
  clientId: string | null
  position: number
  revision: number
  isChanged: boolean
  senderType: 'customer' | 'agent' | 'bot' | 'system'
  senderName: string
  avatarUrl: string | null
  text: string
  isNote: boolean
  isDeleted: boolean
  isTransfer: boolean
  isAutomated: boolean
  contentType: string
  files: object[]
  chatbotProducts: object[]
  chatbotFaqs: object[]
  replyMessage: object | null
  createdAt: Date
  renderedJson: string
  formatting: FormatRange[] | null
  /** For members only. */
  original: OriginalWords | null
  delivery: MessageDelivery | null
}

/** Columns of a conversation from which its visitor's record is made. */
export type VisibleConversationRow = Pick<
  LiveConversationRow,
  | 'id'
  | 'status'
  | 'isChatBot'
  | 'isRead'
  | 'isCustomerRead'
  | 'agentPosition'
  | 'customerPosition'
  | 'revision'
  | 'memberName'
  | 'memberAvatarUrl'
  | 'createdAt'
  | 'lastActive'
>

/** Messages that count as unread where a customer has not seen them. */
export const UNSEEN = "not is_note and not is_deleted and not is_transfer and sender_type <> 'customer'"

const CONVERSATION = `c.id, c.contact_id, c.session_id, c.status, c.is_chat_bot, c.is_block, c.is_playground, c.is_read, c.is_customer_read,
  c.agent_position, c.customer_position, c.last_position as revision, c.member_id, m.full_name as member_name,
  m.avatar_url as member_avatar_url, c.created_at, c.last_active, c.snoozed_until, c.returned_at, c.team_id, c.merged_into, c.merged_count, c.status_before_spam,
  c.priority, c.due_at, c.due_for, c.waits_for_approval, c.rendered_json`
const CONVERSATIONS = `from conversations c ${memberOf('c')}`

const MESSAGE = `g.id, g.client_id, g.position, coalesce(g.revision, g.position) as revision, g.revision is not null as is_changed,
  g.sender_type, g.sender_name, m.avatar_url, g.text, g.is_note, g.is_deleted, g.is_transfer, g.is_automated,
  g.content_type, g.files, g.chatbot_products, g.chatbot_faqs, g.reply_message, g.created_at, g.rendered_json, g.formatting, g.original, ${DELIVERY}`
const MESSAGES = `from messages g ${memberOf('g')}`

/** Joins a row's member, each looked up by its key: a plain join may read all members there are. The store's id is `$1`. */
export function memberOf(row: string): string {
  return `left join lateral (select full_name, avatar_url from members where shop_id = $1 and id = ${row}.member_id limit 1) m on true`
}

export async function findLiveConversation(shop: Queries, id: string): Promise<LiveConversationRow | undefined> {
  const [row] = await shop.query<LiveConversationRow>(
    `select ${CONVERSATION} ${CONVERSATIONS} where c.shop_id = $1 and c.id = $2`,
    [id],
  )
  return row && numbers(row, ['agentPosition', 'customerPosition', 'revision'])
}

/** How far conversations have changed, by their ids; those that are not there are left out. */
export async function findRevisions(shop: Queries, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await shop.query<{ id: string; revision: number }>(
    'select id, last_position as revision from conversations where shop_id = $1 and id = any($2)',
    [ids],
  )
  return new Map(rows.map(({ id, revision }) => [id, Number(revision)]))
}

/**
 * A contact's conversations in the widget, newest activity first; those begun before `since` are left out, and with
 * `isGoingOn` those that were merged into another one.
 */
export async function listLiveConversations(
  shop: Queries,
  contactId: string,
  { since, limit, isGoingOn }: { since: Date | null; limit: number; isGoingOn?: boolean },
): Promise<LiveConversationRow[]> {
  const rows = await shop.query<LiveConversationRow>(
    `select ${CONVERSATION} ${CONVERSATIONS}
     where c.shop_id = $1 and c.contact_id = $2 and c.channel = 'online_store' and not c.is_playground
       ${since ? 'and c.created_at > $4' : ''} ${isGoingOn ? 'and c.merged_into is null' : ''}
     order by c.active_key desc, c.id desc limit $3`,
    [contactId, limit, ...(since ? [since] : [])],
  )
  return rows.map((row) => numbers(row, ['agentPosition', 'customerPosition', 'revision']))
}

/** Messages that changed after a revision, by revision. */
export async function listChangedMessages(
  shop: Queries,
  conversationId: string,
  { since, limit }: { since: number; limit: number },
): Promise<LiveMessageRow[]> {
  const rows = await shop.query<LiveMessageRow>(
    `(select ${MESSAGE} ${MESSAGES}
      where g.shop_id = $1 and g.conversation_id = $2 and g.position > $3 and g.revision is null
      order by g.position limit $4)
     union all
     (select ${MESSAGE} ${MESSAGES}
      where g.shop_id = $1 and g.conversation_id = $2 and g.revision > $3
      order by g.revision limit $4)`,
    [conversationId, since, limit],
  )
  return toMessages(rows)
    .sort((a, b) => a.revision - b.revision)
    .slice(0, limit)
}

/** The newest messages that a customer may see (deleted ones included, which keep their place), newest first. */
export async function listCustomerMessages(
  shop: Queries,
  conversationId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<LiveMessageRow[]> {
  const rows = await shop.query<LiveMessageRow>(
    `select ${MESSAGE} ${MESSAGES}
     where g.shop_id = $1 and g.conversation_id = $2 and not g.is_note ${before === null ? '' : 'and g.position < $4'}
     order by g.position desc limit $3`,
    [conversationId, limit, ...(before === null ? [] : [before])],
  )
  return toMessages(rows)
}

export async function findLiveMessage(
  shop: Queries,
  conversationId: string,
  id: string,
): Promise<LiveMessageRow | undefined> {
  const rows = await shop.query<LiveMessageRow>(
    `select ${MESSAGE} ${MESSAGES} where g.shop_id = $1 and g.id = $3 and g.conversation_id = $2`,
    [conversationId, id],
  )
  return toMessages(rows)[0]
}

/** How many messages the customer has not seen after a position; `limit` and more are `limit`. */
export async function countUnseen(
  shop: Queries,
  conversationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<number> {
  const rows = await shop.query(
    `select position from messages
     where shop_id = $1 and conversation_id = $2 and position > $3 and ${UNSEEN} limit $4`,
    [conversationId, after, limit],
  )
  return rows.length
}

function toMessages(rows: LiveMessageRow[]): LiveMessageRow[] {
  return rows.map((row) => numbers(row, ['position', 'revision']))
}

/** Positions are bigint there and fit a number here: no conversation has 2^53 messages. */
function numbers<Row extends object>(row: Row, names: (keyof Row)[]): Row {
  for (const name of names) row[name] = Number(row[name]) as never
  return row
}
