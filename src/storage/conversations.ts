import type { Param, Queries } from './database.ts'

export type Datastore = 'postgresql' | 'firestore'

/** A conversation as the rules see it. What clients see is `wire`, its ready list form (migrations/0003). */
export interface ConversationRow {
  id: string
  pgConvoId: string | null
  datastore: Datastore
  sessionId: string | null
  contactId: string | null
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
  wire: string
}

const COLUMNS = `id, pg_convo_id, datastore, session_id, contact_id, customer_name, customer_email, customer_type, status,
  channel, tags, member_id, is_chat_bot, is_read, is_customer_read, has_first_msg, is_playground, message_count,
  last_customer_at, last_position, wire`

/**
 * Finds by any of the three id forms, in the order id, firestoreId, pgConvoId (contract, section 6). The look-ups
 * after the first only run when it finds nothing. Takes $2 and $3: see `anyId`.
 */
const BY_ANY_ID = `id = coalesce(
  (select c.id from conversations c where c.shop_id = $1 and c.id = $2),
  (select c.id from conversations c where c.shop_id = $1 and c.firestore_id = $2),
  (select c.id from conversations c where c.shop_id = $1 and c.pg_convo_id = $3))`

function anyId(id: string): [string, string | null] {
  return [id, /^(0|[1-9]\d{0,17})$/.test(id) ? id : null]
}

export async function findConversation(shop: Queries, id: string): Promise<ConversationRow | undefined> {
  const [row] = await shop.query<ConversationRow>(
    `select ${COLUMNS} from conversations where shop_id = $1 and ${BY_ANY_ID}`,
    anyId(id),
  )
  return row
}

/** The same, held until the transaction ends: whoever writes to a conversation takes turns. */
export async function lockConversation(tx: Queries, id: string): Promise<ConversationRow | undefined> {
  const [row] = await tx.query<ConversationRow>(
    `select ${COLUMNS} from conversations where shop_id = $1 and ${BY_ANY_ID} for update`,
    anyId(id),
  )
  return row
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
  lastMessage?: { text: string; senderType: string; createdAt: Date }
  lastActive?: Date
  lastCustomerAt?: Date
  lastPosition?: string
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
  updatedAt: 'updated_at',
}

/** Changes the named columns; answers the new wire form. */
export async function updateConversation(tx: Queries, id: string, patch: ConversationPatch): Promise<string> {
  const names = Object.keys(patch) as (keyof ConversationPatch)[]
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
