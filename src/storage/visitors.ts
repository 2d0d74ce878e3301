import type { Param, Queries } from './database.ts'

/** A browser that talks to a store (migrations/0013). */
export interface VisitorRow {
  id: string
  contactId: string | null
  externalId: string | null
  email: string | null
  name: string | null
  phone: string | null
  attributes: Record<string, string>
  conversationAttributes: Record<string, string>
  hidePreChatMessage: '' | 'by-user' | 'by-admin'
  preChatDone: boolean
  locale: string | null
  ipAddress: string | null
  userAgent: string | null
  sessionId: string
  resetAt: Date | null
  endedAt: Date | null
  seenAt: Date
}

const COLUMNS = `id, contact_id, external_id, email, name, phone, attributes, conversation_attributes, hide_pre_chat_message,
  pre_chat_done, locale, ip_address, user_agent, session_id, reset_at, ended_at, seen_at`

export async function insertVisitor(
  shop: Queries,
  visitor: Pick<VisitorRow, 'id' | 'locale' | 'ipAddress' | 'userAgent' | 'sessionId'> & {
    tokenHash: string
    now: Date
  },
): Promise<VisitorRow> {
  const [row] = await shop.query<VisitorRow>(
    `insert into visitors (shop_id, id, token_hash, locale, ip_address, user_agent, session_id, created_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning ${COLUMNS}`,
    [
      visitor.id,
      visitor.tokenHash,
      visitor.locale,
      visitor.ipAddress,
      visitor.userAgent,
      visitor.sessionId,
      visitor.now,
    ],
  )
  return row as VisitorRow
}

export async function findVisitorByToken(shop: Queries, tokenHash: string): Promise<VisitorRow | undefined> {
  const [row] = await shop.query<VisitorRow>(`select ${COLUMNS} from visitors where shop_id = $1 and token_hash = $2`, [
    tokenHash,
  ])
  return row
}

export async function findVisitor(shop: Queries, id: string): Promise<VisitorRow | undefined> {
  const [row] = await shop.query<VisitorRow>(`select ${COLUMNS} from visitors where shop_id = $1 and id = $2`, [id])
  return row
}

/** Held until the transaction ends: the tabs of one browser take turns. */
export async function lockVisitor(tx: Queries, id: string): Promise<VisitorRow | undefined> {
  const [row] = await tx.query<VisitorRow>(
    `select ${COLUMNS} from visitors where shop_id = $1 and id = $2 for update`,
    [id],
  )
  return row
}

export type VisitorPatch = Partial<Omit<VisitorRow, 'id'>>

const PATCH_COLUMNS: Record<keyof VisitorPatch, string> = {
  contactId: 'contact_id',
  externalId: 'external_id',
  email: 'email',
  name: 'name',
  phone: 'phone',
  attributes: 'attributes',
  conversationAttributes: 'conversation_attributes',
  hidePreChatMessage: 'hide_pre_chat_message',
  preChatDone: 'pre_chat_done',
  locale: 'locale',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
  sessionId: 'session_id',
  resetAt: 'reset_at',
  endedAt: 'ended_at',
  seenAt: 'seen_at',
}

/** Changes the named columns. */
export async function updateVisitor(shop: Queries, id: string, patch: VisitorPatch): Promise<void> {
  const names = Object.keys(patch) as (keyof VisitorPatch)[]
  if (names.length === 0) return
  await shop.query(
    `update visitors set ${names.map((name, i) => `${PATCH_COLUMNS[name]} = $${i + 3}`).join(', ')}
     where shop_id = $1 and id = $2`,
    [id, ...names.map((name) => patch[name] as Param)],
  )
}

/** Browsers of one contact whose tokens count, the last seen first. */
export function listVisitorsOf(shop: Queries, contactId: string, limit: number): Promise<VisitorRow[]> {
  return shop.query<VisitorRow>(
    `select ${COLUMNS} from visitors where shop_id = $1 and contact_id = $2 and ended_at is null
     order by seen_at desc limit $3`,
    [contactId, limit],
  )
}

/** Ends the tokens of a contact's browsers and forgets what they told; answers their ids. */
export async function endVisitorsOf(tx: Queries, contactId: string, now: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update visitors set ended_at = $3, contact_id = null, external_id = null, email = null, name = null, phone = null,
       attributes = '{}', conversation_attributes = '{}', ip_address = null, user_agent = null
     where shop_id = $1 and contact_id = $2 returning id`,
    [contactId, now],
  )
  return rows.map(({ id }) => id)
}
