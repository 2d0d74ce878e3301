import type { Queries } from '#database/database.ts'
import { jsonb, nullable, type RowOf, table, text, time } from '#database/table-schema.ts'
import { moveIdentities } from '#storage/channels/identities.ts'
import { addToContactCount } from '#storage/stores/stores.ts'
import type { ContactRow } from './contacts.ts'
import { followMerged } from './merges.ts'

/** The contact behind a visitor: found by the shop's own id, told more about, or one with another. */

export type VisitorContact = Pick<
  ContactRow,
  'id' | 'type' | 'name' | 'firstName' | 'lastName' | 'email' | 'phone' | 'customAttributes' | 'isRedacted'
> & { platformId: string | null; isBlocked: boolean }

const COLUMNS =
  'id, platform_id, type, name, first_name, last_name, email, phone, custom_attributes, is_redacted, is_blocked'

export async function findVisitorContact(shop: Queries, id: string): Promise<VisitorContact | undefined> {
  const [row] = await shop.query<VisitorContact>(`select ${COLUMNS} from contacts where shop_id = $1 and id = $2`, [id])
  return row
}

/** Locks the contacts with these ids and returns them (storage/locks.ts), without those that were merged into another one. */
export function lockVisitorContacts(tx: Queries, ids: string[]): Promise<VisitorContact[]> {
  return tx.query<VisitorContact>(
    `select ${COLUMNS} from contacts where shop_id = $1 and id = any($2::text[]) and merged_into is null
     order by id for update`,
    [ids],
  )
}

/**
 * The contact with this id at the shop, also if it was merged since. Imports may bring several; the newest one counts.
 */
export async function findContactByPlatformId(shop: Queries, platformId: string): Promise<VisitorContact | undefined> {
  const [row] = await shop.query<VisitorContact>(
    `select ${COLUMNS} from contacts where shop_id = $1 and id = (
       select coalesce(k.merged_into, k.id) from contacts k where k.shop_id = $1 and k.platform_id = $2
       order by (k.merged_into is null) desc, k.created_at desc, k.id desc limit 1)`,
    [platformId],
  )
  return row
}

/** The shop's own address of this customer; null where there is none, or somebody only claims to have it. */
export async function findProvenEmail(shop: Queries, id: string, platformId: string): Promise<string | null> {
  const [row] = await shop.query<{ email: string | null }>(
    `select email from contacts
     where shop_id = $1 and id = $2 and platform_id = $3 and email_claimed_at is null and not is_redacted and not is_blocked`,
    [id, platformId],
  )
  return row?.email ?? null
}

/** Whether a contact has this address, and it is more than claimed. */
export async function hasProvenEmail(shop: Queries, id: string, emailKey: string): Promise<boolean> {
  const rows = await shop.query(
    `select 1 from contacts
     where shop_id = $1 and id = $2 and email_key = $3 and email_claimed_at is null and not is_redacted`,
    [id, emailKey],
  )
  return rows.length > 0
}

/** What a visitor or their shop may change of a contact. */
const CHANGES = table({
  platformId: text(),
  type: text<ContactRow['type']>(),
  name: nullable(text()),
  firstName: nullable(text()),
  lastName: nullable(text()),
  email: text(),
  emailKey: text(),
  emailClaimedAt: time(),
  phone: text(),
  customAttributes: jsonb<Record<string, string>>(),
  updatedAt: time(),
})
export type ContactPatch = Partial<RowOf<typeof CHANGES>>

export async function updateContact(tx: Queries, id: string, patch: ContactPatch): Promise<void> {
  const { sql, values } = CHANGES.assign(patch, 3)
  await tx.query(`update contacts set ${sql} where shop_id = $1 and id = $2`, [id, ...values])
}

/** What a conversation repeats of its contact. */
export interface CustomerFields {
  customerName: string | null
  customerEmail: string | null
  emailKey: string | null
  customerType: string
}

/**
 * Writes a contact's name, address and type on the conversations that repeat them, resolved ones too: lists find them
 * by the address. The contact is locked.
 */
export async function renameCustomer(
  tx: Queries,
  contactId: string,
  customer: CustomerFields,
  now: Date,
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `update conversations set customer_name = $3, customer_email = $4, email_key = $5, customer_type = $6, updated_at = $7
     where shop_id = $1 and id = any (array(
       select c.id from conversations c
       where c.shop_id = $1 and c.contact_id = $2 and not c.is_redacted
         and (c.customer_name is distinct from $3 or c.customer_email is distinct from $4 or c.customer_type <> $6)
       order by c.id for update))
     returning id`,
    [contactId, customer.customerName, customer.customerEmail, customer.emailKey, customer.customerType, now],
  )
  for (const { id } of rows) tx.signal({ kind: 'changed', id })
}

/** Gives one contact's conversations and browsers, all of them locked, to another; takes the emptied contact away. */
export async function mergeContacts(
  tx: Queries,
  { from, into, customer, now }: { from: string; into: string; customer: CustomerFields; now: Date },
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `update conversations set contact_id = $3, customer_name = $4, customer_email = $5, email_key = $6, customer_type = $7,
       updated_at = $8
     where shop_id = $1 and contact_id = $2 returning id`,
    [from, into, customer.customerName, customer.customerEmail, customer.emailKey, customer.customerType, now],
  )
  for (const { id } of rows) tx.signal({ kind: 'changed', id })
  await tx.query('update visitors set contact_id = $3 where shop_id = $1 and contact_id = $2', [from, into])
  if (rows.length > 0) {
    await tx.query('update contacts set last_chat_at = $3, updated_at = $3 where shop_id = $1 and id = $2', [into, now])
  }
  await moveIdentities(tx, from, into)
  await followMerged(tx, from, into)
  await tx.query('delete from contacts where shop_id = $1 and id = $2', [from])
  await addToContactCount(tx, -1)
}

/** Somebody has a new telephone number: it replaces the old one, where that is what we have. */
export async function changePhone(tx: Queries, id: string, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.query('update contacts set phone = $4 where shop_id = $1 and id = $2 and phone = $3', [id, from, to])
}
