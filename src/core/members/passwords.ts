import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '#base/secret-box.ts'
import { codePoints } from '#base/text.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { PASSWORD } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { deletePasswordLinks } from '#storage/members/invitations-and-resets.ts'
import { findPasswordHash, updatePassword } from '#storage/members/members.ts'
import { deleteSessions } from '#storage/members/sessions.ts'
import { deleteDevices } from '#storage/members/trusted-browsers.ts'
import { findWeakness } from './common-passwords.ts'

/** scrypt (N 2^15, r 8, p 3: 32 MiB and some 180 ms), written as `scrypt$N$r$p$salt$hash`. docs/operate/security.md, 11.4.2. */
const COST = { N: 2 ** 15, r: 8, p: 3 }

/** The salt of an address: one derivation then checks the passwords of all stores where the address is a member's. */
export function saltOf(secrets: SecretBox, emailKey: string): Buffer {
  return createHmac('sha256', secrets.derive('password salts')[0]).update(emailKey).digest().subarray(0, 16)
}

export async function hashPassword(password: string, salt: Buffer): Promise<string> {
  const hash = await derive(password, salt, COST)
  return prefixOf(salt) + hash.toString('base64')
}

/** What a hash of today's cost with this salt starts with. */
export function prefixOf(salt: Buffer): string {
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), ''].join('$')
}

async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [isRight] = await matchPassword(password, [stored], Buffer.alloc(16))
  return isRight === true
}

/**
 * Which of these stored hashes the password is right for. Hashes with the same salt and cost take one derivation, and so
 * does no hash at all, with `salt`: how long the check takes does not tell how many accounts an address has.
 */
export async function matchPassword(
  password: string,
  stored: readonly (string | null | undefined)[],
  salt: Buffer,
): Promise<boolean[]> {
  const derived = new Map<string, Buffer>()
  const matches: boolean[] = []
  for (const one of stored) {
    const [scheme, N, r, p, text, hash] = one?.split('$') ?? []
    if (scheme !== 'scrypt' || !text || !hash) {
      matches.push(false)
      continue
    }
    const key = [N, r, p, text].join('$')
    // One after the other: each takes 32 MiB.
    const actual =
      derived.get(key) ??
      (await derive(password, Buffer.from(text, 'base64'), { N: Number(N), r: Number(r), p: Number(p) }))
    derived.set(key, actual)
    matches.push(timingSafeEqual(actual, Buffer.from(hash, 'base64')))
  }
  if (derived.size === 0) await derive(password, salt, COST)
  return matches
}

let derivations = 0
/** Passwords that this process has hashed since it started. */
export const passwordsHashed = () => derivations

/**
 * Derivations that run at once. Each holds one of Node's four threads for a fifth of a second: with all four taken, whatever else
 * needs one, such as the signature of a passkey, would wait behind every password that is checked.
 */
const AT_ONCE = 2
const waiting: (() => void)[] = []
let running = 0

async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  derivations++
  if (running < AT_ONCE) running++
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Passwords being checked at once take 32 MiB each; more than this many have to come back later. */
const CHECKS_MAX = 32
let checks = 0

/** Runs a check of passwords, unless too many run already. */
export async function limitChecks<T>(work: () => Promise<T>): Promise<T> {
  if (checks >= CHECKS_MAX)
    throw new ParleyError('UNAVAILABLE', 'Too many concurrent sign-ins. Try again in a few seconds.')
  checks++
  try {
    return await work()
  } finally {
    checks--
  }
}

export async function hasPassword(shop: Queries, memberId: string): Promise<boolean> {
  return Boolean(await findPasswordHash(shop, memberId))
}

/** Refuses unless this is the member's password: before acts that a borrowed screen must not be enough for. */
export async function requirePassword(shop: Queries, memberId: string, password: string): Promise<void> {
  const stored = await findPasswordHash(shop, memberId)
  if (!stored || !(await limitChecks(() => verifyPassword(password, stored)))) {
    throw invalidParams('That is not your current password.')
  }
}

/**
 * Gives a member another password, and ends what the former one or a link led to: known browsers, open links to a new
 * password, and all sessions apart from `keptSession`.
 */
export async function replacePassword(
  tx: Queries,
  memberId: string,
  { passwordHash, keptSession }: { passwordHash: string; keptSession: string | null },
): Promise<void> {
  await updatePassword(tx, memberId, passwordHash)
  await deletePasswordLinks(tx, memberId)
  await deleteSessions(tx, memberId, keptSession)
  await deleteDevices(tx, memberId)
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
