import type { SystemQueries } from '#database/database.ts'

/** Challenges that browsers have been given, of no store yet (migrations/0075). */

/** Stores a challenge, and deletes those that have expired. */
export async function insertChallenge(
  system: SystemQueries,
  challenge: { challengeHash: string; boundTo: string; expiresAt: Date; now: Date },
): Promise<void> {
  await system.query('delete from passkey_challenges where expires_at <= $1', [challenge.now])
  await system.query('insert into passkey_challenges (challenge_hash, bound_to, expires_at) values ($1, $2, $3)', [
    challenge.challengeHash,
    challenge.boundTo,
    challenge.expiresAt,
  ])
}

/** Uses a challenge up; false if it is unknown, expired, used, or bound to another browser, session or purpose. */
export async function deleteChallenge(
  system: SystemQueries,
  { challengeHash, boundTo, now }: { challengeHash: string; boundTo: string; now: Date },
): Promise<boolean> {
  const rows = await system.query(
    'delete from passkey_challenges where challenge_hash = $1 and bound_to = $2 and expires_at > $3 returning 1',
    [challengeHash, boundTo, now],
  )
  return rows.length > 0
}
