import type { Database, SystemQueries } from '#database/database.ts'

/** Sign-ins through an issuer that are under way, of no store yet (migrations/0050). */

/** Uses a state up until it expires anyway; false if it was used before. */
export async function takeSignInState(
  system: SystemQueries,
  { stateHash, expiresAt, now }: { stateHash: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  await system.query('delete from used_sign_in_states where expires_at <= $1', [now])
  const rows = await system.query(
    'insert into used_sign_in_states (state_hash, expires_at) values ($1, $2) on conflict do nothing returning 1',
    [stateHash, expiresAt],
  )
  return rows.length > 0
}

/** Place for which an identity that waits is encrypted. */
const placeOf = (tokenHash: string) => `waiting_sign_ins/${tokenHash}`

/** Keeps an account that was proven while its owner chooses a store or looks up a code. */
export async function insertWaitingSignIn(
  { system, secrets }: Pick<Database, 'system' | 'secrets'>,
  { tokenHash, identity, expiresAt, now }: { tokenHash: string; identity: string; expiresAt: Date; now: Date },
): Promise<void> {
  await system.query('delete from waiting_sign_ins where expires_at <= $1', [now])
  const sealed = secrets.seal(identity, placeOf(tokenHash))
  await system.query('insert into waiting_sign_ins (token_hash, identity, expires_at) values ($1, $2, $3)', [
    tokenHash,
    sealed,
    expiresAt,
  ])
}

export async function findWaitingSignIn(
  { system, secrets }: Pick<Database, 'system' | 'secrets'>,
  tokenHash: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await system.query<{ identity: string }>(
    'select identity from waiting_sign_ins where token_hash = $1 and expires_at > $2',
    [tokenHash, now],
  )
  return row && secrets.open(row.identity, placeOf(tokenHash))
}

export async function deleteWaitingSignIn(system: SystemQueries, tokenHash: string): Promise<void> {
  await system.query('delete from waiting_sign_ins where token_hash = $1', [tokenHash])
}
