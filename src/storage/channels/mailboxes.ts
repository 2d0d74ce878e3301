import type { Queries, SystemQueries } from '#database/database.ts'

/** Readers of mailboxes, and how far each was read (migrations/0012). */

/** How far a mailbox was read. */
export interface MailboxProgress {
  /** What came before is not read (ISO 8601). */
  since: string
  /** The state of the server's numbers; absent before the first look. */
  server?: { host: string; user: string; uidValidity: string; lastUid: number }
}

/** Mailboxes of all stores that nobody reads. */
export function findMailboxes(
  system: SystemQueries,
  now: Date,
  limit: number,
): Promise<{ shopId: string; accountId: string }[]> {
  return system.query(
    `select shop_id, id as account_id from channel_accounts
     where reads_mailbox and receive_error is null and (leased_until is null or leased_until < $1)
     order by leased_until nulls first limit $2`,
    [now, limit],
  )
}

/** Leases a mailbox to `leaseOwner` until a time; undefined where another one has it. */
export async function takeMailbox(
  shop: Queries,
  accountId: string,
  { leaseOwner, now, until }: { leaseOwner: string; now: Date; until: Date },
): Promise<MailboxProgress | undefined> {
  const [row] = await shop.query<{ progress: MailboxProgress | null; createdAt: Date }>(
    `update channel_accounts set lease_owner = $3, leased_until = $5
     where shop_id = $1 and id = $2 and reads_mailbox and receive_error is null
       and (leased_until is null or leased_until < $4)
     returning progress, created_at`,
    [accountId, leaseOwner, now, until],
  )
  return row && (row.progress ?? { since: row.createdAt.toISOString() })
}

/** Keeps it; false where it is another one's by now, or the account was changed. */
export async function keepMailbox(shop: Queries, accountId: string, leaseOwner: string, until: Date): Promise<boolean> {
  const rows = await shop.query(
    `update channel_accounts set leased_until = $4
     where shop_id = $1 and id = $2 and lease_owner = $3 and receive_error is null returning 1`,
    [accountId, leaseOwner, until],
  )
  return rows.length > 0
}

/** Notes how far it was read; false where it is another one's by now. */
export async function saveProgress(
  tx: Queries,
  accountId: string,
  leaseOwner: string,
  progress: MailboxProgress,
): Promise<boolean> {
  const rows = await tx.query(
    'update channel_accounts set progress = $4::json where shop_id = $1 and id = $2 and lease_owner = $3 returning 1',
    [accountId, leaseOwner, progress],
  )
  return rows.length > 0
}

/** Gives it back: another one may read it from `at` on. */
export async function leaveMailbox(shop: Queries, accountId: string, leaseOwner: string, at: Date): Promise<void> {
  await shop.query(
    'update channel_accounts set lease_owner = null, leased_until = $4 where shop_id = $1 and id = $2 and lease_owner = $3',
    [accountId, leaseOwner, at],
  )
}
