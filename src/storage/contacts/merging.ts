import type { Queries } from '#database/database.ts'
import { addToContactCount } from '#storage/stores/stores.ts'
import type { CustomerFields } from './contact-changes.ts'
import { type NewContact, STORED_CONTACT } from './contacts.ts'

/** Contacts that members put together (migrations/0003): what moves, and what undoing it needs. */

/** What a contact has that another one can go on with. */
export type MergeableContact = NewContact & { isBlocked: boolean; mergedInto: string | null; updatedAt: Date | null }

const COLUMNS = `${STORED_CONTACT.list()}, is_blocked, merged_into`

export async function readMergeable(shop: Queries, ids: string[]): Promise<Map<string, MergeableContact>> {
  const rows = await shop.query<MergeableContact>(
    `select ${COLUMNS} from contacts where shop_id = $1 and id = any($2::text[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A contact who was merged into another, as members see it. */
export interface MergedContact {
  id: string
  name: string | null
  email: string | null
  /** What undoes it, and until when; null once that is over. */
  mergeId: string | null
  undoUntil: Date | null
  memberId: string | null
}

/** Contacts that became a part of this one, the last first. */
export function listMerged(shop: Queries, targetId: string, now: Date, limit: number): Promise<MergedContact[]> {
  return shop.query<MergedContact>(
    `select c.id, coalesce(c.name, nullif(concat_ws(' ', c.first_name, c.last_name), '')) as name, c.email,
       m.id as merge_id, m.undo_until, m.member_id
     from contacts c left join merge_undo_log m
       on m.shop_id = $1 and m.kind = 'contact' and m.source_id = c.id and m.target_id = c.merged_into and m.undo_until > $3
     where c.shop_id = $1 and c.merged_into = $2 order by m.created_at desc nulls last, c.id limit $4`,
    [targetId, now, limit],
  )
}

/** The addresses that merged contacts are known by and somebody has proven: orders carry them. */
export async function listMergedAddresses(shop: Queries, targetId: string, limit: number): Promise<string[]> {
  const rows = await shop.query<{ emailKey: string }>(
    `select distinct email_key from contacts where shop_id = $1 and merged_into = $2
       and email_key is not null and email_claimed_at is null and not is_redacted order by email_key limit $3`,
    [targetId, limit],
  )
  return rows.map(({ emailKey }) => emailKey)
}

/** The ids of contacts that became a part of these. */
export async function listMergedIds(shop: Queries, targetIds: string[]): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    'select id from contacts where shop_id = $1 and merged_into = any($2::text[]) order by id',
    [targetIds],
  )
  return rows.map(({ id }) => id)
}

/** How much of each kind a contact has; `limit` and more are `limit`. */
export async function countBelongings(
  shop: Queries,
  contactId: string,
  limit: number,
): Promise<{ conversations: number; orders: number; browsers: number }> {
  const of = (from: string) => `(select count(*)::int from (select 1 ${from} and contact_id = $2 limit $3) belonging)`
  const [row] = await shop.query<{ conversations: number; orders: number; browsers: number }>(
    `select ${of('from conversations where shop_id = $1 and not is_playground')} as conversations,
       ${of('from orders where shop_id = $1')} as orders,
       ${of('from visitors where shop_id = $1 and ended_at is null')} as browsers
     from shops where shop_id = $1`,
    [contactId, limit],
  )
  return row ?? { conversations: 0, orders: 0, browsers: 0 }
}

/** What was moved, by its ids, and what the conversations repeated of their contact. */
export interface Moved {
  conversations: { id: string; customer: CustomerFields }[]
  browsers: string[]
  identities: { accountId: string; externalId: string }[]
  orders: string[]
  /** Contacts that were merged into the one that went, before. */
  children: string[]
}

/** Gives all that one contact has to another, both locked with their conversations and browsers; returns what that was. */
export async function moveBelongings(
  tx: Queries,
  { from, into, customer, now }: { from: string; into: string; customer: CustomerFields; now: Date },
): Promise<Moved> {
  const conversations = await tx.query<{ id: string } & CustomerFields>(
    `select id, customer_name, customer_email, email_key, customer_type from conversations
     where shop_id = $1 and contact_id = $2 order by id`,
    [from],
  )
  const { customerName, customerEmail, emailKey, customerType } = customer
  await tx.query(
    `update conversations set contact_id = $3, customer_name = $4, customer_email = $5, email_key = $6, customer_type = $7,
       updated_at = $8 where shop_id = $1 and contact_id = $2`,
    [from, into, customerName, customerEmail, emailKey, customerType, now],
  )
  for (const { id } of conversations) tx.signal({ kind: 'changed', id })
  const move = <Row>(sql: string) => tx.query<Row>(sql, [from, into])
  const browsers = await move<{ id: string }>(
    'update visitors set contact_id = $3 where shop_id = $1 and contact_id = $2 returning id',
  )
  const identities = await move<{ accountId: string; externalId: string }>(
    'update channel_identities set contact_id = $3 where shop_id = $1 and contact_id = $2 returning account_id, external_id',
  )
  const orders = await move<{ id: string }>(
    'update orders set contact_id = $3 where shop_id = $1 and contact_id = $2 returning id',
  )
  const children = await move<{ id: string }>(
    'update contacts set merged_into = $3 where shop_id = $1 and merged_into = $2 returning id',
  )
  await tx.query('update contacts set merged_into = $3 where shop_id = $1 and id = $2', [from, into])
  await addToContactCount(tx, -1)
  return {
    conversations: conversations.map(({ id, ...customer }) => ({ id, customer })),
    browsers: browsers.map(({ id }) => id),
    identities,
    orders: orders.map(({ id }) => id),
    children: children.map(({ id }) => id),
  }
}

/**
 * Gives back what was moved and still is where it was moved to, with the conversations that began since in the browsers,
 * or at the addresses, that are given back. What conversations repeat of their contact is as it was, unless it has been
 * changed since. Both contacts are locked, with their conversations and browsers.
 */
export async function returnBelongings(
  tx: Queries,
  {
    from,
    into,
    moved,
    written,
    own,
    platformId,
    now,
  }: {
    /** The contact that gets its own back, and the one that had it. */
    into: string
    from: string
    moved: Moved
    /** What conversations were given to repeat, and what new ones of this contact are to. */
    written: CustomerFields
    own: CustomerFields
    platformId: string | null
    now: Date
  },
): Promise<void> {
  const back = await tx.query<{ id: string }>(
    `update visitors set contact_id = $3 where shop_id = $1 and contact_id = $2
       and (id = any($4::text[]) or external_id = $5) returning id`,
    [from, into, moved.browsers, platformId],
  )
  await tx.query(
    `update channel_identities d set contact_id = $3
     from unnest($4::text[], $5::text[]) as m (account_id, external_id)
     where d.shop_id = $1 and d.contact_id = $2 and d.account_id = m.account_id and d.external_id = m.external_id`,
    [from, into, moved.identities.map((one) => one.accountId), moved.identities.map((one) => one.externalId)],
  )
  await returnConversations(tx, { from, into, moved, written, now })
  await takeNewConversations(tx, { from, into, browsers: back.map(({ id }) => id), moved, own, now })
  await tx.query('update orders set contact_id = $3 where shop_id = $1 and contact_id = $2 and id = any($4::text[])', [
    from,
    into,
    moved.orders,
  ])
  await tx.query('update contacts set merged_into = null where shop_id = $1 and id = $2', [into])
  await tx.query(
    'update contacts set merged_into = $3 where shop_id = $1 and merged_into = $2 and id = any($4::text[])',
    [from, into, moved.children],
  )
  await addToContactCount(tx, 1)
}

/**
 * Returns the conversations that were moved. A name, an address or a type comes back only where it is still the one that the
 * merge wrote: what a member changed since stays.
 */
async function returnConversations(
  tx: Queries,
  { from, into, moved, written, now }: { from: string; into: string; moved: Moved; written: CustomerFields; now: Date },
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `update conversations c set contact_id = $3, updated_at = $4,
       customer_name = case when c.customer_name is not distinct from $5 then m.customer_name else c.customer_name end,
       customer_email = case when c.email_key is not distinct from $7 then m.customer_email else c.customer_email end,
       email_key = case when c.email_key is not distinct from $7 then m.email_key else c.email_key end,
       customer_type = case when c.customer_type = $6 then m.customer_type else c.customer_type end
     from unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
       as m (id, customer_name, customer_email, email_key, customer_type)
     where c.shop_id = $1 and c.id = m.id and c.contact_id = $2 returning c.id`,
    [
      from,
      into,
      now,
      written.customerName,
      written.customerType,
      written.emailKey,
      moved.conversations.map(({ id }) => id),
      moved.conversations.map(({ customer }) => customer.customerName),
      moved.conversations.map(({ customer }) => customer.customerEmail),
      moved.conversations.map(({ customer }) => customer.emailKey),
      moved.conversations.map(({ customer }) => customer.customerType),
    ],
  )
  for (const { id } of rows) tx.signal({ kind: 'changed', id })
}

/** Moves conversations that the contact's own browsers and channel addresses started since the merge. */
async function takeNewConversations(
  tx: Queries,
  {
    from,
    into,
    browsers,
    moved,
    own,
    now,
  }: { from: string; into: string; browsers: string[]; moved: Moved; own: CustomerFields; now: Date },
): Promise<void> {
  const { customerName, customerEmail, emailKey, customerType } = own
  const rows = await tx.query<{ id: string }>(
    `update conversations c set contact_id = $3, updated_at = $4, customer_name = $5, customer_email = $6, email_key = $7,
       customer_type = $8
     where c.shop_id = $1 and c.contact_id = $2 and (
       c.session_id in (select v.session_id from visitors v where v.shop_id = $1 and v.id = any($9::text[]))
       or exists (select from channel_threads t, unnest($10::text[], $11::text[]) as m (account_id, external_id)
         where t.shop_id = $1 and t.conversation_id = c.id and t.account_id = m.account_id
           and m.external_id in (t.recipient, 'unproven:' || t.recipient)))
     returning c.id`,
    [
      from,
      into,
      now,
      customerName,
      customerEmail,
      emailKey,
      customerType,
      browsers,
      moved.identities.map((one) => one.accountId),
      moved.identities.map((one) => one.externalId),
    ],
  )
  for (const { id } of rows) tx.signal({ kind: 'changed', id })
}
