import { insertRows } from '#database/bulk.ts'
import type { Queries } from '#database/database.ts'
import {
  bigint,
  boolean,
  double,
  integer,
  jsonb,
  nullable,
  type RowOf,
  table,
  text,
  texts,
  time,
} from '#database/table-schema.ts'
import { addToContactCount } from '#storage/stores/stores.ts'

const CONTACT = table({
  id: text(),
  platformId: nullable(text()),
  type: text<'anonymous' | 'guest' | 'customer'>(),
  name: nullable(text()),
  firstName: nullable(text()),
  lastName: nullable(text()),
  email: nullable(text()),
  phone: nullable(text()),
  channels: texts(),
  tags: nullable(texts()),
  note: nullable(text()),
  customAttributes: nullable(jsonb<Record<string, string>>()),
  address1: nullable(text()),
  address2: nullable(text()),
  city: nullable(text()),
  zip: nullable(text()),
  country: nullable(text()),
  countryCode: nullable(text()),
  ordersCount: nullable(integer()),
  totalSpent: nullable(double()),
  ipAddress: nullable(text()),
  ipLocation: nullable(text()),
  browser: nullable(text()),
  browserVersion: nullable(text()),
  os: nullable(text()),
  deviceType: nullable(text()),
  senderSeq: nullable(bigint()),
  isRedacted: boolean(),
  lastChatAt: nullable(time()),
  createdAt: time(),
  updatedAt: nullable(time()),
})
export type ContactRow = RowOf<typeof CONTACT>

/** With what the address is found by (in lower case), and since when it is only claimed (migrations/0003). */
export const STORED_CONTACT = table({
  ...CONTACT.columns,
  emailKey: nullable(text()),
  emailClaimedAt: nullable(time()),
})

/** A contact as members see it: with whether nobody has proven that the address is theirs. */
export async function findContactForMembers(
  shop: Queries,
  id: string,
): Promise<(ContactRow & { emailIsClaimed: boolean }) | undefined> {
  const [row] = await shop.query<ContactRow & { emailIsClaimed: boolean }>(
    `select ${CONTACT.list()}, email_claimed_at is not null as email_is_claimed
     from contacts where shop_id = $1 and id = $2`,
    [id],
  )
  return row
}

export async function findContact(shop: Queries, id: string): Promise<ContactRow | undefined> {
  const [row] = await shop.query<ContactRow>(`select ${CONTACT.list()} from contacts where shop_id = $1 and id = $2`, [
    id,
  ])
  return row
}

/** Finds a contact; for the id of a merged one, the contact that it became a part of. */
export async function findCurrentContact(shop: Queries, id: string): Promise<ContactRow | undefined> {
  const [row] = await shop.query<ContactRow>(
    `select ${CONTACT.list()} from contacts where shop_id = $1 and id = (select coalesce(
       (select k.merged_into from contacts k where k.shop_id = $1 and k.id = $2), $2))`,
    [id],
  )
  return row
}

/** The customer wrote: the contact's last chat moves. A part of another statement; the contact is locked. */
export const touchContact = (id: number, at: number) =>
  `update contacts set last_chat_at = $${at}, updated_at = $${at} where shop_id = $1 and id = $${id}`

/** A contact to be stored; fields that are left out become null. */
export type NewContact = Partial<Omit<ContactRow, 'senderSeq'>> &
  Pick<ContactRow, 'id' | 'type' | 'channels' | 'isRedacted' | 'createdAt'> & {
    emailKey: string | null
    emailClaimedAt?: Date | null
    senderSeq?: number | null
  }

/**
 * Inserts contacts, or replaces those with the same ids whole; keeps the store's count. Conversations that repeat the
 * address of a replaced one get the new one; they are locked where that is to be (`lockCustomers`).
 */
export async function saveContacts(tx: Queries, contacts: NewContact[]): Promise<void> {
  const now = new Map(contacts.map((contact) => [contact.id, contact.emailKey]))
  const ids = [...now.keys()]
  // One is looked up by the key, of however many: for a list the planner may read a whole store.
  const [which, value] = ids.length === 1 ? ['id = $2', ids[0] as string] : ['id = any($2::text[])', ids]
  const known = await tx.query<Address>(
    `select id, email_key from contacts where shop_id = $1 and ${which} order by id for update`,
    [value],
  )
  await insertRows(tx, 'contacts', STORED_CONTACT.types, contacts, 'replace')
  await followAddresses(
    tx,
    known.filter(({ id, emailKey }) => emailKey !== now.get(id)),
  )
  const added = now.size - known.length
  if (added > 0) await addToContactCount(tx, added)
}

/** What a contact's shop may change of them. */
export type ContactFields = Partial<Omit<NewContact, 'id' | 'createdAt' | 'isRedacted' | 'senderSeq'>>

/** Changes some fields of a contact that is locked, with its conversations where the address changes (`lockCustomers`). */
export async function patchContact(tx: Queries, id: string, fields: ContactFields): Promise<void> {
  const { emailKey } = fields
  const known = await tx.query<Address>('select id, email_key from contacts where shop_id = $1 and id = $2', [id])
  const { sql, values } = STORED_CONTACT.assign(fields, 3)
  await tx.query(`update contacts set ${sql} where shop_id = $1 and id = $2`, [id, ...values])
  if (emailKey !== undefined)
    await followAddresses(
      tx,
      known.filter((before) => before.emailKey !== emailKey),
    )
}

/** The record that holds the shop's id, be it merged into another: what the shop tells is kept with it. */
export async function findRecordByPlatformId(shop: Queries, platformId: string): Promise<{ id: string } | undefined> {
  const [row] = await shop.query<{ id: string }>(
    `select id from contacts where shop_id = $1 and platform_id = $2
     order by (merged_into is null) desc, created_at desc, id desc limit 1`,
    [platformId],
  )
  return row
}

/** The contact with an address: one who has proven it before others, then the newest. */
export async function findContactByEmail(shop: Queries, emailKey: string): Promise<string | undefined> {
  return (await listContactsByEmail(shop, emailKey, 1))[0]?.id
}

/** The newest contact whose address (in lower case) was proven, or given by the shop. */
export async function findProvenContact(shop: Queries, emailKey: string): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>(
    `select id from contacts
     where shop_id = $1 and email_key = $2 and merged_into is null and not is_redacted and email_claimed_at is null
     order by created_at desc, id desc limit 1`,
    [emailKey],
  )
  return row?.id
}

/** Contacts with an address (in lower case), without redacted and merged ones: who has proven it first, then the newest. */
export function listContactsByEmail(
  shop: Queries,
  emailKey: string,
  limit: number,
): Promise<{ id: string; name: string | null; email: string | null }[]> {
  return shop.query(
    `select id, coalesce(name, nullif(concat_ws(' ', first_name, last_name), '')) as name, email from contacts
     where shop_id = $1 and email_key = $2 and merged_into is null and not is_redacted
     order by (email_claimed_at is null) desc, created_at desc, id desc limit $3`,
    [emailKey, limit],
  )
}

/** The contacts that have this id at the shop. */
export async function listContactsByPlatformId(shop: Queries, platformId: string): Promise<string[]> {
  const rows = await shop.query<{ id: string }>('select id from contacts where shop_id = $1 and platform_id = $2', [
    platformId,
  ])
  return rows.map(({ id }) => id)
}

/** The shop's ids of contacts, after one, in their order. */
export async function listPlatformIds(shop: Queries, after: string, limit: number): Promise<string[]> {
  const rows = await shop.query<{ platformId: string }>(
    `select distinct platform_id from contacts where shop_id = $1 and platform_id > $2 and not is_redacted
     order by platform_id limit $3`,
    [after, limit],
  )
  return rows.map(({ platformId }) => platformId)
}

interface Address {
  id: string
  emailKey: string | null
}

/** Conversations that repeat what was the address of their contact get what it is now. */
async function followAddresses(tx: Queries, before: Address[]): Promise<void> {
  if (before.length === 0) return
  const rows = await tx.query<{ id: string }>(
    `update conversations c set customer_email = k.email, email_key = k.email_key
     from unnest($2::text[], $3::text[]) as b (id, email_key) join contacts k on k.shop_id = $1 and k.id = b.id
     where c.shop_id = $1 and c.contact_id = b.id and not c.is_redacted and c.email_key is not distinct from b.email_key
     returning c.id`,
    [before.map(({ id }) => id), before.map(({ emailKey }) => emailKey)],
  )
  for (const { id } of rows) tx.signal({ kind: 'changed', id })
}
