import type { Queries } from './database.ts'

/** Clears a contact's personal fields, and their name and address wherever their conversations repeat them. */
export async function redactContact(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.query(
    `update contacts set is_redacted = true, name = 'Redacted', updated_at = $3,
       platform_id = null, first_name = null, last_name = null, email = null, email_key = null, phone = null, tags = null,
       note = null, custom_attributes = null, address1 = null, address2 = null, city = null, zip = null, country = null,
       country_code = null, orders_count = null, total_spent = null, ip_address = null, ip_location = null,
       browser = null, browser_version = null, os = null, device_type = null, sender_seq = null
     where shop_id = $1 and id = $2`,
    [id, now],
  )
  await tx.query(
    `update messages set sender_name = 'Redacted'
     where shop_id = $1 and sender_type = 'customer' and conversation_id = any (array(
       select c.id from conversations c where c.shop_id = $1 and c.contact_id = $2))`,
    [id],
  )
  const conversations = await tx.query<{ id: string }>(
    `update conversations set is_redacted = true, customer_name = 'Redacted', customer_email = null, email_key = null,
       updated_at = $3
     where shop_id = $1 and contact_id = $2 returning id`,
    [id, now],
  )
  for (const conversation of conversations) tx.signal({ kind: 'changed', id: conversation.id })
}

/** Deletes orders by number. */
export async function deleteOrders(tx: Queries, numbers: string[]): Promise<void> {
  await tx.query('delete from orders where shop_id = $1 and id = any($2::text[])', [numbers])
}

export async function insertDataRequest(
  shop: Queries,
  request: { id: string; contactId: string; requestedAt: Date },
): Promise<void> {
  await shop.query('insert into data_requests (shop_id, id, contact_id, requested_at) values ($1, $2, $3, $4)', [
    request.id,
    request.contactId,
    request.requestedAt,
  ])
}
