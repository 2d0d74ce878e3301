import { ChangedMeanwhile, type Queries } from '#database/database.ts'
import { boolean, json, nullable, type RowOf, table, text, time } from '#database/table-schema.ts'

/** A browser that talks to a store (migrations/0007). */
const VISITOR = table({
  id: text(),
  contactId: nullable(text()),
  externalId: nullable(text()),
  email: nullable(text()),
  name: nullable(text()),
  phone: nullable(text()),
  attributes: json<Record<string, string>>(),
  conversationAttributes: json<Record<string, string>>(),
  hidePreChatMessage: text<'' | 'by-user' | 'by-admin'>(),
  preChatDone: boolean(),
  locale: nullable(text()),
  ipAddress: nullable(text()),
  userAgent: nullable(text()),
  sessionId: text(),
  resetAt: nullable(time()),
  endedAt: nullable(time()),
  seenAt: time(),
})
export type VisitorRow = RowOf<typeof VISITOR>

const COLUMNS = VISITOR.list()

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

/** Nobody where the app is not installed: tokens end with it. */
export const IS_INSTALLED = 'exists (select 1 from shops s where s.shop_id = $1 and s.uninstalled_at is null)'

export async function findVisitorByToken(shop: Queries, tokenHash: string): Promise<VisitorRow | undefined> {
  const [row] = await shop.query<VisitorRow>(
    `select ${COLUMNS} from visitors where shop_id = $1 and token_hash = $2 and ${IS_INSTALLED}`,
    [tokenHash],
  )
  return row
}

export async function findVisitor(shop: Queries, id: string): Promise<VisitorRow | undefined> {
  const [row] = await shop.query<VisitorRow>(
    `select ${COLUMNS} from visitors where shop_id = $1 and id = $2 and ${IS_INSTALLED}`,
    [id],
  )
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

/**
 * Locks the browser with a token, and its contact, before a write into their conversations
 * (storage/locks.ts), in one statement. That does not see a contact that was made while it waited for the browser: then
 * all starts again.
 */
export async function lockVisitorAndContact(tx: Queries, tokenHash: string): Promise<VisitorRow | undefined> {
  const [row] = await tx.query<VisitorRow & { contactIsLocked: boolean }>(
    `with v as (select ${COLUMNS} from visitors where shop_id = $1 and token_hash = $2 and ${IS_INSTALLED} for update),
       c as (select id from contacts where shop_id = $1 and id = (select contact_id from v) for no key update)
     select v.*, exists (select from c) as contact_is_locked from v`,
    [tokenHash],
  )
  if (!row) return undefined
  const { contactIsLocked, ...visitor } = row
  if (visitor.contactId !== null && !contactIsLocked) {
    const late = await tx.query('select id from contacts where shop_id = $1 and id = $2', [visitor.contactId])
    if (late.length > 0) throw new ChangedMeanwhile()
  }
  return visitor
}

/** Locks a browser and all others of its contact: changes of what they share lock them together. */
export async function lockVisitorAndOthers(tx: Queries, id: string): Promise<VisitorRow | undefined> {
  const rows = await tx.query<VisitorRow>(
    `select ${COLUMNS} from visitors where shop_id = $1 and (
       id = $2 or contact_id = (select v.contact_id from visitors v where v.shop_id = $1 and v.id = $2))
     order by id for update`,
    [id],
  )
  return rows.find((row) => row.id === id)
}

export type VisitorPatch = Partial<Omit<VisitorRow, 'id'>>

/** Changes the columns that `patch` names. */
export async function updateVisitor(shop: Queries, id: string, patch: VisitorPatch): Promise<void> {
  const { sql, values } = VISITOR.assign(patch, 3)
  if (values.length > 0) await shop.query(`update visitors set ${sql} where shop_id = $1 and id = $2`, [id, ...values])
}

/** Browsers of one contact whose tokens count, the last seen first. */
export function listVisitorsOf(shop: Queries, contactId: string, limit: number): Promise<VisitorRow[]> {
  return shop.query<VisitorRow>(
    `select ${COLUMNS} from visitors where shop_id = $1 and contact_id = $2 and ended_at is null
     order by seen_at desc limit $3`,
    [contactId, limit],
  )
}

/** Ends the tokens of a contact's browsers and forgets what they told; returns those browsers. */
export function endVisitorsOf(tx: Queries, contactId: string, now: Date): Promise<{ id: string; sessionId: string }[]> {
  return tx.query(
    `update visitors set ended_at = $3, contact_id = null, external_id = null, email = null, name = null, phone = null,
       attributes = '{}', conversation_attributes = '{}', ip_address = null, user_agent = null
     where shop_id = $1 and contact_id = $2 returning id, session_id`,
    [contactId, now],
  )
}
