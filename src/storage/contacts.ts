import { insertRows } from './bulk.ts'
import type { Queries } from './database.ts'
import { addToContactCount } from './stores.ts'

export interface ContactRow {
  id: string
  platformId: string | null
  type: 'anonymous' | 'guest' | 'customer'
  name: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  channels: string[]
  tags: string[] | null
  note: string | null
  customAttributes: Record<string, string> | null
  address1: string | null
  address2: string | null
  city: string | null
  zip: string | null
  country: string | null
  countryCode: string | null
  ordersCount: number | null
  totalSpent: number | null
  ipAddress: string | null
  ipLocation: string | null
  browser: string | null
  browserVersion: string | null
  os: string | null
  deviceType: string | null
  senderSeq: string | null
  isRedacted: boolean
  lastChatAt: Date | null
  createdAt: Date
  updatedAt: Date | null
}

const COLUMNS = `id, platform_id, type, name, first_name, last_name, email, phone, channels, tags, note, custom_attributes,
  address1, address2, city, zip, country, country_code, orders_count, total_spent, ip_address, ip_location, browser,
  browser_version, os, device_type, sender_seq, is_redacted, last_chat_at, created_at, updated_at`

export async function findContact(shop: Queries, id: string): Promise<ContactRow | undefined> {
  const [row] = await shop.query<ContactRow>(`select ${COLUMNS} from contacts where shop_id = $1 and id = $2`, [id])
  return row
}

/** The customer wrote: the contact's last chat moves. */
export async function touchContact(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.query('update contacts set last_chat_at = $3, updated_at = $3 where shop_id = $1 and id = $2', [id, now])
}

const STORED = {
  id: 'text',
  platform_id: 'text',
  type: 'text',
  name: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  email_key: 'text',
  phone: 'text',
  channels: 'text[]',
  tags: 'text[]',
  note: 'text',
  custom_attributes: 'jsonb',
  address1: 'text',
  address2: 'text',
  city: 'text',
  zip: 'text',
  country: 'text',
  country_code: 'text',
  orders_count: 'integer',
  total_spent: 'double precision',
  ip_address: 'text',
  ip_location: 'text',
  browser: 'text',
  browser_version: 'text',
  os: 'text',
  device_type: 'text',
  sender_seq: 'bigint',
  is_redacted: 'boolean',
  last_chat_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

/** A contact to be stored; fields that are left out become null. */
export type NewContact = Partial<Omit<ContactRow, 'senderSeq'>> &
  Pick<ContactRow, 'id' | 'type' | 'channels' | 'isRedacted' | 'createdAt'> & {
    emailKey: string | null
    senderSeq?: number | null
  }

/** Inserts contacts, or replaces those with the same ids whole; keeps the store's count. */
export async function saveContacts(tx: Queries, contacts: NewContact[]): Promise<void> {
  const ids = contacts.map((contact) => contact.id)
  const known = await tx.query('select id from contacts where shop_id = $1 and id = any($2::text[]) for update', [ids])
  await insertRows(tx, 'contacts', STORED, contacts, 'replace')
  const added = new Set(ids).size - known.length
  if (added > 0) await addToContactCount(tx, added)
}
