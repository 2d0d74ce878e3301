import { hash } from 'node:crypto'
import { networkOf } from '#base/network.ts'
import { ParleyError } from '#core/errors.ts'
import { SIGN_IN_LIMITS, WRONG_CODES_MAX } from '#core/limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'

export const tooManyTries = () =>
  new ParleyError('RATE_LIMITED', 'Too many tries. Wait 15 minutes before the next one.')

/** For a counter that has no limit of its own. */
const UNLIMITED = Number.MAX_SAFE_INTEGER

const fromNetwork = (ipAddress: string) => `sign-in:from:${networkOf(ipAddress)}`

/**
 * Counts an attempt that is not a sign-in: links, and a member's own password on request. RATE_LIMITED over the limit of the
 * address, or of the member.
 */
export async function countTry(counter: RateCounter, ipAddress: string, memberId?: string): Promise<void> {
  const { address, both } = SIGN_IN_LIMITS
  const limits = { [fromNetwork(ipAddress)]: address, ...(memberId && { [`sign-in:member:${memberId}`]: both }) }
  if (!(await counter.take(limits))) throw tooManyTries()
}

/**
 * Counts a try as a failure of its address until it is given back; null over the limit. For sign-ins that name no account
 * before they succeed.
 */
export async function openFailedTry(
  counter: RateCounter,
  ipAddress: string,
): Promise<{ giveBack(): Promise<void> } | null> {
  const limits = { [fromNetwork(ipAddress)]: SIGN_IN_LIMITS.address }
  if (!(await counter.take(limits))) return null
  return { giveBack: () => counter.giveBack(Object.keys(limits)) }
}

/** A try to sign in, counted as a failure until it is given back (docs/decisions/0015). */
export interface Tries {
  /** Whether the password may be tried on accounts whose stores do not know the browser. */
  judgesElsewhere: boolean
  /** The answer to a wrong password. */
  refusal(error: Error): Error
  /** Whether the password was right for every account that knows the browser, and for every other one. */
  giveBack(isRight: { known: boolean; elsewhere: boolean }): Promise<void>
}

/**
 * Counts a try as a failure, or throws RATE_LIMITED: it is counted before the password is checked, so that simultaneous
 * tries cannot exceed a limit. What is refused here counts nothing, so continued tries do not keep an account locked. A
 * browser that its member used before is judged by its own failures alone, on the accounts that know it; on all others it is a
 * stranger, since any store's admin can make a member of any address. It counts as one even where there are no others: the
 * limits must not tell whether an address has accounts in further stores.
 */
export async function checkSignInRateLimit(
  counter: RateCounter,
  { ipAddress, account, device }: { ipAddress: string; account: string; device: string | null },
): Promise<Tries> {
  const own = device === null ? [] : [`sign-in:device:${device}`]
  const ownLimits = Object.fromEntries(own.map((name) => [name, SIGN_IN_LIMITS.both]))
  if (device !== null && !(await counter.take(ownLimits))) throw tooManyTries()
  const stranger = await openStrangersTry(counter, ipAddress, account)
  if (device === null && !stranger) throw tooManyTries()
  return {
    judgesElsewhere: stranger !== null,
    refusal: (error) => (device === null && stranger?.isFull ? tooManyTries() : error),
    giveBack: async ({ known, elsewhere }) => {
      if (known && device !== null) await counter.giveBack(own)
      if (elsewhere && stranger) await counter.giveBack(stranger.names)
    },
  }
}

/**
 * Null over a limit. An account that many have failed on is still judged, a few times for each network: the right password
 * gets in, and a wrong one gets the same answer as one too many (`isFull`).
 */
async function openStrangersTry(
  counter: RateCounter,
  ipAddress: string,
  account: string,
): Promise<{ names: string[]; isFull: boolean } | null> {
  const { address, account: onAccount, both, whileFull } = SIGN_IN_LIMITS
  const id = hash('sha256', account, 'base64url').slice(0, 22)
  const onIt = `sign-in:on:${id}`
  const limits = { [onIt]: UNLIMITED, [`${onIt}:${fromNetwork(ipAddress)}`]: both, [fromNetwork(ipAddress)]: address }
  const counts = await counter.take(limits)
  if (!counts) return null
  const [tries = 0, triesHere = 0] = counts
  const names = Object.keys(limits)
  if (tries <= onAccount || triesHere <= whileFull) return { names, isFull: tries > onAccount }
  await counter.giveBack(names)
  return null
}

/** A code of a second factor, counted as wrong until it is given back. */
export interface CodeTry {
  /** The last one that is judged of browsers that are not known. */
  isLast: boolean
  /** The code was right. */
  giveBack(): Promise<void>
}

/**
 * Counts a code as wrong before it is checked, or throws RATE_LIMITED. After WRONG_CODES_MAX on a member, from whatever
 * networks, only browsers that the member used before are judged, each by its own failures: unlike a password, a code is
 * short enough to be guessed from many networks.
 */
export async function openCodeTry(
  counter: RateCounter,
  { ipAddress, member, device }: { ipAddress: string; member: string; device: string | null },
): Promise<CodeTry> {
  const { address, both } = SIGN_IN_LIMITS
  const limits =
    device === null
      ? { [`sign-in:code:${member}`]: WRONG_CODES_MAX, [fromNetwork(ipAddress)]: address }
      : { [`sign-in:device:${device}`]: both }
  const counts = await counter.take(limits)
  if (!counts) throw tooManyTries()
  return {
    isLast: device === null && counts[0] === WRONG_CODES_MAX,
    giveBack: () => counter.giveBack(Object.keys(limits)),
  }
}
