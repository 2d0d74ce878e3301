import { ChangedMeanwhile, type Queries } from '#database/database.ts'

/**
 * The one order in which transactions lock, so that writers wait for each other and never in a circle:
 *
 * 0. the key of a call with Idempotency-Key
 * 1. the turn of those who write records (`takeTurn`)
 * 2. the store's row, its reply-time targets
 * 3. members
 * 4. visitors (a shopper's browsers)
 * 5. the turn of those who look for one customer (`takeTurn`)
 * 6. contacts
 * 7. conversations, and with each one everything that hangs on it
 * 8. the store's counters (shop_counters)
 * 9. uploads
 * 10. the catalog of tags
 * 11. webhook subscriptions, events, deliveries
 * 12. what assistants were granted
 * 13. accounts at channels, and what was sent through them
 * 14. what shops told, and connections to them
 *
 * A transaction may leave any of them out, and never goes back up, except to rows that it has. Several rows of one kind
 * are locked by one statement, in the order of their ids. Rows that a transaction has just created are visible to it alone.
 * What has to be known before it can be locked is read first, and compared once it is locked: ChangedMeanwhile begins
 * again. Cleanup jobs wait for no lock: they leave out what is locked (`skip locked`).
 *
 * contract/database/writers.test.ts runs every writer against every other one.
 */

/**
 * What only one transaction of a store does at a time. `records`: writing orders and what is searched, in whichever
 * order they come. `rules`: what rules do, and who is given a
 * team's conversation, so that turns among members are fair and nobody gets more than their capacity. Any other name is the shop's own id of a customer, who is to become one contact only.
 */
export async function takeTurn(tx: Queries, what: 'records' | 'rules' | { customer: string }): Promise<void> {
  const name = typeof what === 'string' ? what : `customer ${what.customer}`
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 0))`, [name])
}

/** Locks those of the members that exist. */
export async function lockMembers(tx: Queries, ids: string[]): Promise<void> {
  await lockRows(tx, 'members', ids, 'for no key update')
}

/** Locks those of the contacts that exist. */
export async function lockContacts(tx: Queries, ids: string[]): Promise<void> {
  await lockRows(tx, 'contacts', ids, 'for update')
}

/** Keeps contacts from going away while conversations of theirs are written; others may do the same. */
export async function holdContacts(tx: Queries, ids: string[]): Promise<void> {
  await lockRows(tx, 'contacts', ids, 'for key share')
}

/**
 * What lines of an import touch: the contacts, with the address that each will have where it is replaced, and the
 * conversations, with those of contacts whose address changes.
 */
export async function lockCustomers(
  tx: Queries,
  { contacts, conversations }: { contacts: Map<string, string | null | undefined>; conversations: string[] },
): Promise<void> {
  // With whom they were merged into: what is written for them goes there.
  const known = await tx.query<{ id: string; emailKey: string | null }>(
    `select id, email_key from contacts where shop_id = $1 and (id = any($2::text[]) or id in (
       select merged_into from contacts where shop_id = $1 and id = any($2::text[]) and merged_into is not null))
     order by id for update`,
    [[...contacts.keys()]],
  )
  const moved = known.filter(({ id, emailKey }) => {
    const next = contacts.get(id)
    return next !== undefined && next !== emailKey
  })
  await tx.query(
    `select id from conversations where shop_id = $1 and (id = any($2::text[]) or contact_id = any($3::text[]))
     order by id for update`,
    [conversations, moved.map(({ id }) => id)],
  )
}

/** Locks those of the conversations that exist. */
export function lockConversations(tx: Queries, ids: string[]): Promise<string[]> {
  return lockRows(tx, 'conversations', ids, 'for update')
}

/** All conversations of contacts that are locked: no further ones are made meanwhile. */
export function lockConversationsOf(
  tx: Queries,
  contactIds: string[],
): Promise<{ id: string; sessionId: string | null }[]> {
  return tx.query(
    `select id, session_id from conversations where shop_id = $1 and contact_id = any($2::text[]) order by id for update`,
    [contactIds],
  )
}

/** A contact as it is once it is locked. */
export interface LockedPerson {
  id: string
  email: string | null
  mergedInto: string | null
}

/** Locks those of the contacts that exist, with their browsers and conversations. */
export async function lockPeople(
  tx: Queries,
  contactIds: string[],
): Promise<{
  contacts: LockedPerson[]
  browsers: string[]
  conversations: { id: string; sessionId: string | null }[]
}> {
  const browsers = 'select id from visitors where shop_id = $1 and contact_id = any($2::text[]) order by id'
  const known = await tx.query<{ id: string }>(`${browsers} for update`, [contactIds])
  const contacts = await tx.query<LockedPerson>(
    'select id, email, merged_into from contacts where shop_id = $1 and id = any($2::text[]) order by id for update',
    [contactIds],
  )
  // From here on nobody becomes a browser of these contacts, for that takes the contact.
  if ((await tx.query(browsers, [contactIds])).length !== known.length) throw new ChangedMeanwhile()
  return { contacts, browsers: known.map(({ id }) => id), conversations: await lockConversationsOf(tx, contactIds) }
}

/**
 * Everything that writers of a store lock, for the store's end; refused as LOCKED while any of it is held. It must not
 * wait: each new row holds the store's, so nobody could say which comes first.
 */
export async function lockStore(tx: Queries): Promise<void> {
  await tx.query('select shop_id from shops where shop_id = $1 for update nowait')
  for (const table of [
    'members',
    'visitors',
    'contacts',
    'conversations',
    'uploads',
    'webhook_subscriptions',
    'assistant_grants',
  ]) {
    await tx.query(`select id from ${table} where shop_id = $1 for update nowait`)
  }
  await tx.query('select shop_id from shop_counters where shop_id = $1 for update nowait')
}

async function lockRows(
  tx: Queries,
  table: 'members' | 'contacts' | 'conversations',
  ids: string[],
  strength: 'for update' | 'for no key update' | 'for key share',
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ id: string }>(
    `select id from ${table} where shop_id = $1 and id = any($2::text[]) order by id ${strength}`,
    [ids],
  )
  return rows.map(({ id }) => id)
}
