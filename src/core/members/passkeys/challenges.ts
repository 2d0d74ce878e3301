import { randomBytes } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import { PASSKEY_CHALLENGE_MS } from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import { deleteChallenge, insertChallenge } from '#storage/members/passkey-challenges.ts'

/**
 * What a challenge is for, and the one place where it works: a browser that has yet to sign in (`browser`: its cookie), the
 * same one after the right password of a member, or a session.
 */
export type ChallengeUse =
  | { for: 'sign-in'; browser: string }
  | { for: 'second-factor'; browser: string; shopId: string; memberId: string }
  | { for: 'proof' | 'new-passkey'; shopId: string; sessionId: string }

const boundTo = (use: ChallengeUse) => hashToken(JSON.stringify(Object.entries(use).sort()))

/** Makes a challenge, which works once, within PASSKEY_CHALLENGE_MS. In base64url. */
export async function newChallenge({ system }: Database, use: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const now = currentTime()
  const expiresAt = new Date(now.getTime() + PASSKEY_CHALLENGE_MS)
  await insertChallenge(system, { challengeHash: hashToken(challenge), boundTo: boundTo(use), expiresAt, now })
  return challenge
}

/** Uses up the challenge that a browser signed, if it was made for this use; returns it, otherwise null. */
export async function takeChallenge(
  { system }: Database,
  clientDataJSON: string,
  use: ChallengeUse,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === null) return null
  const isGood = await deleteChallenge(system, {
    challengeHash: hashToken(challenge),
    boundTo: boundTo(use),
    now: currentTime(),
  })
  return isGood ? challenge : null
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
