import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { codePoints } from '#base/text.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { PASSWORD } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { findPasswordHash } from '#storage/members/members.ts'
import { findWeakness } from './common-passwords.ts'

/** scrypt (N 2^15, r 8, p 3: 32 MiB and some 180 ms), written as `scrypt$N$r$p$salt$hash`. docs/operate/security.md, 11.4.2. */
const COST = { N: 2 ** 15, r: 8, p: 3 }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$')
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !hash) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(actual, expected)
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** Passwords being checked at once take 32 MiB each; more than this many have to come back later. */
const CHECKS_MAX = 32
let checks = 0

/** Runs a check of passwords, unless too many run already. */
export async function limitChecks<T>(work: () => Promise<T>): Promise<T> {
  if (checks >= CHECKS_MAX) throw new ParleyError('UNAVAILABLE', 'Too many people sign in at once; try again shortly.')
  checks++
  try {
    return await work()
  } finally {
    checks--
  }
}

/** Refuses unless this is the member's password: before acts that a borrowed screen must not be enough for. */
export async function requirePassword(shop: Queries, memberId: string, password: string): Promise<void> {
  const stored = await findPasswordHash(shop, memberId)
  if (!stored || !(await limitChecks(() => verifyPassword(password, stored)))) {
    throw invalidParams('That is not your current password.')
  }
}

/** Refuses a password that nobody should choose, whichever door it comes through. */
export async function checkPassword(password: string): Promise<void> {
  const length = codePoints(password)
  if (length < PASSWORD.min || length > PASSWORD.max) {
    throw invalidParams(`password has ${length} characters; ${PASSWORD.min} to ${PASSWORD.max} are needed.`)
  }
  const weakness = await findWeakness(password)
  if (weakness) throw invalidParams(`password is easy to guess: ${weakness}. Choose another one.`)
}
