import type { Queries } from '#database/database.ts'

/** Contacts behind providers' ids (migrations/0012). */

/** The contact with one of these ids on an account: the first that is known. */
export async function findContactByIdentity(
  shop: Queries,
  accountId: string,
  externalIds: string[],
): Promise<string | undefined> {
  const [row] = await shop.query<{ contactId: string }>(
    `select contact_id from channel_identities where shop_id = $1 and account_id = $2 and external_id = any($3::text[])
     order by array_position($3::text[], external_id) limit 1`,
    [accountId, externalIds],
  )
  return row?.contactId
}

/** Whose address this is, where it is more than claimed: the newest such contact, or whom it was merged into. */
export async function findContactByProvenEmail(shop: Queries, emailKey: string): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>(
    `select coalesce(merged_into, id) as id from contacts
     where shop_id = $1 and email_key = $2 and email_claimed_at is null and not is_redacted
     order by (merged_into is null) desc, created_at desc, id desc limit 1`,
    [emailKey],
  )
  return row?.id
}

/** Remembers who the ids are. What is known already stays. */
export async function saveIdentities(
  tx: Queries,
  accountId: string,
  externalIds: string[],
  contactId: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into channel_identities (shop_id, account_id, external_id, contact_id, created_at)
     select s.shop_id, $2, external_id, $4, $5 from shops s, unnest($3::text[]) external_id where s.shop_id = $1
     on conflict (shop_id, account_id, external_id) do nothing`,
    [accountId, externalIds, contactId, now],
  )
}

/** A contact wrote on a channel, and may have told their telephone number by that. The contact is locked. */
export async function addChannel(tx: Queries, contactId: string, channel: string, phone: string | null): Promise<void> {
  await tx.query(
    `update contacts set channels = case when $3::text = any(channels) then channels else channels || $3::text end,
       phone = coalesce(phone, $4::text)
     where shop_id = $1 and id = $2 and (not $3::text = any(channels) or (phone is null and $4::text is not null))`,
    [contactId, channel, phone],
  )
}

/** Gives what one contact is known as to another: the two turned out to be one person. */
export async function moveIdentities(tx: Queries, from: string, into: string): Promise<void> {
  await tx.query('update channel_identities set contact_id = $3 where shop_id = $1 and contact_id = $2', [from, into])
}

/**
 * Deletes what a contact is known as, how their conversations are answered, their mail as it came, and what of theirs is
 * not read yet. The ids that providers gave to messages stay: they name nobody.
 */
export async function forgetOnChannels(tx: Queries, contactId: string, conversationIds: string[]): Promise<void> {
  await tx.query(
    `delete from channel_inbound i using channel_identities d
     where i.shop_id = $1 and d.shop_id = $1 and d.contact_id = $2
       and i.account_id = d.account_id and d.external_id in (i.sender, 'unproven:' || i.sender)`,
    [contactId],
  )
  await tx.query('delete from channel_identities where shop_id = $1 and contact_id = $2', [contactId])
  for (const table of ['original_emails', 'channel_outbound', 'channel_threads']) {
    await tx.query(`delete from ${table} where shop_id = $1 and conversation_id = any($2::text[])`, [conversationIds])
  }
}
