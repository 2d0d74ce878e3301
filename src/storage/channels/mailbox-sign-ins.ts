import type { Queries } from '#database/database.ts'
import type { SignInTokens } from './accounts.ts'

/** Sign-ins at a provider that members began (migrations/0036). */

/** The mailbox that a member signs in for. */
export interface MailboxSignInRequest {
  provider: SignInTokens['provider']
  address: string
  name?: string
}

/** Stores a sign-in, and deletes those of the store that have expired. */
export async function insertSignIn(
  tx: Queries,
  {
    stateHash,
    sessionId,
    request,
    verifier,
    expiresAt,
  }: { stateHash: string; sessionId: string; request: MailboxSignInRequest; verifier: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.query('delete from mailbox_sign_ins where shop_id = $1 and expires_at <= $2', [now])
  await tx.query(
    `insert into mailbox_sign_ins (shop_id, state_hash, session_id, request, verifier, expires_at)
     values ($1, $2, $3, $4::json, $5, $6)`,
    [stateHash, sessionId, request, verifier, expiresAt],
  )
}

/** Takes a sign-in that this session began and that has not expired: nobody gets it again. */
export async function takeSignIn(
  shop: Queries,
  { stateHash, sessionId }: { stateHash: string; sessionId: string },
  now: Date,
): Promise<{ request: MailboxSignInRequest; verifier: string } | undefined> {
  const [row] = await shop.query<{ request: MailboxSignInRequest; verifier: string }>(
    `delete from mailbox_sign_ins where shop_id = $1 and state_hash = $2 and session_id = $3 and expires_at > $4
     returning request, verifier`,
    [stateHash, sessionId, now],
  )
  return row
}
