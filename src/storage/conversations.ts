import { insertRows } from './bulk.ts'
import { CONVERSATION } from './conversation-columns.ts'
import type { Param, Queries } from './database.ts'

export type Datastore = 'postgresql' | 'firestore'

/** What reads need of a conversation: where it is, what it leads to, and its ready list form (migrations/0003). */
export interface FoundConversation {
  id: string
  datastore: Datastore
  sessionId: string | null
  contactId: string | null
  wire: string
}

/** A conversation as the rules of writing see it. */
export interface ConversationRow extends FoundConversation {
  pgConvoId: string | null
  customerName: string | null
  customerEmail: string | null
  customerType: string
  status: 'open' | 'resolved'
  channel: string
  tags: string[]
  memberId: string | null
  isChatBot: boolean
  isRead: boolean
  isCustomerRead: boolean
  hasFirstMsg: boolean
  isPlayground: boolean
  messageCount: number | null
  lastCustomerAt: Date | null
  lastPosition: string
  isBlock: boolean
  isStarred: boolean
  createdAt: Date | null
}

const FOUND = 'id, datastore, session_id, contact_id, wire'
const COLUMNS = `id, pg_convo_id, datastore, session_id, contact_id, customer_name, customer_email, customer_type, status,
  channel, tags, member_id, is_chat_bot, is_read, is_customer_read, has_first_msg, is_playground, message_count,
  last_customer_at, last_position, is_block, is_starred, created_at, wire`

/** Finds by any of the three id forms, in the order id, firestoreId, pgConvoId (contract, section 6). */
export function findConversation(shop: Queries, id: string): Promise<FoundConversation | undefined> {
  return selectByAnyId<FoundConversation>(shop, id, FOUND, '')
}

/** The same with all that rules ask for, held until the transaction ends: writers to a conversation take turns. */
export function lockConversation(tx: Queries, id: string): Promise<ConversationRow | undefined> {
  return selectByAnyId<ConversationRow>(tx, id, COLUMNS, 'for update')
}

/** The other two forms are looked up apart, so that the usual look-up, by id, stays one index probe. */
async function selectByAnyId<Row>(shop: Queries, id: string, columns: string, lock: string): Promise<Row | undefined> {
  const select = `select ${columns} from conversations where shop_id = $1 and id = $2 ${lock}`
  const [row] = await shop.query<Row>(select, [id])
  if (row) return row
  const number = /^(0|[1-9]\d{0,17})$/.test(id) ? id : null
  const [other] = await shop.query<{ id: string }>(
    `(select id from conversations where shop_id = $1 and firestore_id = $2)
     union all
     (select id from conversations where shop_id = $1 and pg_convo_id = $3)
     limit 1`,
    [id, number],
  )
  return other && (await shop.query<Row>(select, [other.id]))[0]
}

/** A new conversation; answers it as the rules of writing see it. */
export async function insertConversation(
  tx: Queries,
  conversation: { id: string } & Record<string, unknown>,
): Promise<ConversationRow> {
  tx.signal({ kind: 'changed', id: conversation.id })
  await insertRows(tx, 'conversations', CONVERSATION, [conversation])
  const [row] = await tx.query<ConversationRow>(`select ${COLUMNS} from conversations where shop_id = $1 and id = $2`, [
    conversation.id,
  ])
  return row as ConversationRow
}

/** Columns that acts change, in camelCase. */
export interface ConversationPatch {
  datastore?: Datastore
  pgConvoId?: bigint
  status?: 'open' | 'resolved'
  memberId?: string | null
  tags?: string[]
  isChatBot?: boolean
  hasChatBot?: boolean
  isRead?: boolean
  isCustomerRead?: boolean
  hasFirstMsg?: boolean
  messageCount?: number
  lastMessage?: { text: string; senderType: string; createdAt: Date } | null
  lastActive?: Date | null
  lastCustomerAt?: Date
  lastPosition?: string
  isBlock?: boolean
  isStarred?: boolean
  hidePreChatMessage?: string
  resolvedAt?: Date | null
  resolvedBy?: string | null
  agentPosition?: string
  customerPosition?: string
  updatedAt: Date
}

const PATCH_COLUMNS: Record<keyof ConversationPatch, string> = {
  datastore: 'datastore',
  pgConvoId: 'pg_convo_id',
  status: 'status',
  memberId: 'member_id',
  tags: 'tags',
  isChatBot: 'is_chat_bot',
  hasChatBot: 'has_chat_bot',
  isRead: 'is_read',
  isCustomerRead: 'is_customer_read',
  hasFirstMsg: 'has_first_msg',
  messageCount: 'message_count',
  lastMessage: 'last_message',
  lastActive: 'last_active',
  lastCustomerAt: 'last_customer_at',
  lastPosition: 'last_position',
  isBlock: 'is_block',
  isStarred: 'is_starred',
  hidePreChatMessage: 'hide_pre_chat_message',
  resolvedAt: 'resolved_at',
  resolvedBy: 'resolved_by',
  agentPosition: 'agent_position',
  customerPosition: 'customer_position',
  updatedAt: 'updated_at',
}

/** Changes the named columns; answers the new wire form. Open sockets hear of it. */
export async function updateConversation(tx: Queries, id: string, patch: ConversationPatch): Promise<string> {
  const names = Object.keys(patch) as (keyof ConversationPatch)[]
  tx.signal({ kind: 'changed', id })
  const [row] = await tx.query<{ wire: string }>(
    `update conversations set ${names.map((name, i) => `${PATCH_COLUMNS[name]} = $${i + 3}`).join(', ')}
     where shop_id = $1 and id = $2 returning wire`,
    [id, ...names.map((name) => patch[name] as Param)],
  )
  return (row as { wire: string }).wire
}

/** The ids of conversations that are still in the older datastore, for the operator's move. */
export async function listLegacyIds(shop: Queries, limit: number): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    "select id from conversations where shop_id = $1 and datastore = 'firestore' order by id limit $2",
    [limit],
  )
  return rows.map((row) => row.id)
}
