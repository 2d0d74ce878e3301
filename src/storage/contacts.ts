import type { Queries } from './database.ts'

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
