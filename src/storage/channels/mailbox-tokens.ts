import type { Queries } from '#database/database.ts'
import { type Credentials, openCredentials, placeOfCredentials, type SignInTokens } from './accounts.ts'

/** Tokens of mailboxes that are signed in to by OAuth (migrations/0036). One process at a time refreshes them. */

/** A mailbox's tokens; undefined where it has none. `ended`: why somebody has to sign in again. */
export async function findTokens(
  shop: Queries,
  accountId: string,
): Promise<{ tokens: SignInTokens; ended: string | null } | undefined> {
  const [row] = await shop.query<{ secret: string; ended: string | null }>(
    `select secret, case when needs_sign_in then coalesce(send_error, receive_error, '') end as ended
     from channel_accounts where shop_id = $1 and id = $2 and sign_in_provider is not null and secret is not null`,
    [accountId],
  )
  const tokens = row && openCredentials(shop, accountId, row.secret).oauth
  return tokens && { tokens, ended: row.ended }
}

/** Leases the right to refresh a mailbox's tokens; undefined while another process has it, or none is to be refreshed. */
export async function leaseTokens(
  shop: Queries,
  accountId: string,
  { lease, now, until }: { lease: string; now: Date; until: Date },
): Promise<SignInTokens | undefined> {
  const [row] = await shop.query<{ secret: string }>(
    `update channel_accounts set token_lease = $3, token_leased_until = $5
     where shop_id = $1 and id = $2 and sign_in_provider is not null and not needs_sign_in
       and (token_leased_until is null or token_leased_until < $4)
     returning secret`,
    [accountId, lease, now, until],
  )
  return row && openCredentials(shop, accountId, row.secret).oauth
}

/** Stores refreshed tokens and ends the lease; false where it is another one's by now, or the mailbox was connected again. */
export async function saveTokens(
  tx: Queries,
  accountId: string,
  { lease, tokens }: { lease: string; tokens: SignInTokens },
): Promise<boolean> {
  const [row] = await tx.query<{ secret: string }>(
    'select secret from channel_accounts where shop_id = $1 and id = $2 and token_lease = $3 for update',
    [accountId, lease],
  )
  if (!row) return false
  const credentials: Credentials = { ...openCredentials(tx, accountId, row.secret), oauth: tokens }
  const secret = tx.secrets.seal(JSON.stringify(credentials), placeOfCredentials(tx.shopId, accountId))
  await tx.query(
    `update channel_accounts set secret = $3, token_lease = null, token_leased_until = null
     where shop_id = $1 and id = $2`,
    [accountId, secret],
  )
  return true
}

/** Ends the lease without new tokens. */
export async function endTokenLease(shop: Queries, accountId: string, lease: string): Promise<void> {
  await shop.query(
    `update channel_accounts set token_lease = null, token_leased_until = null
     where shop_id = $1 and id = $2 and token_lease = $3`,
    [accountId, lease],
  )
}

/** The provider refused the refresh token: the mailbox neither sends nor is read until somebody signs in again. */
export async function requireSignIn(
  shop: Queries,
  accountId: string,
  { lease, reason, now }: { lease: string; reason: string; now: Date },
): Promise<boolean> {
  const rows = await shop.query(
    `update channel_accounts set needs_sign_in = true, token_lease = null, token_leased_until = null, updated_at = $5,
       state = 'broken', send_error = $4, receive_error = case when reads_mailbox then $4 end
     where shop_id = $1 and id = $2 and token_lease = $3 returning 1`,
    [accountId, lease, reason, now],
  )
  return rows.length > 0
}
