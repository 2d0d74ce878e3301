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
  /** The answer to a wrong password. */
  refusal(error: Error): Error
  /** The password was right. */
  giveBack(): Promise<void>
}

/**
 * Counts a try as a failure, or throws RATE_LIMITED: it is counted before the password is checked, so that simultaneous
 * tries cannot exceed a limit. What is refused here counts nothing, so continued tries do not keep an account locked. A
 * browser that its member used before is judged by its own failures alone. Elsewhere an account that many have failed on
 * is still judged, a few times for each network: the right password gets in, and a wrong one gets the same answer as one
 * too many.
 */
export async function checkSignInRateLimit(
  counter: RateCounter,
  { ipAddress, account, device }: { ipAddress: string; account: string; device: string | null },
): Promise<Tries> {
  const { address, account: onAccount, both, whileFull } = SIGN_IN_LIMITS
  const open = (names: string[], isFull: boolean): Tries => ({
    refusal: (error) => (isFull ? tooManyTries() : error),
    giveBack: () => counter.giveBack(names),
  })
  if (device !== null) {
    const limits = { [`sign-in:device:${device}`]: both }
    if (!(await counter.take(limits))) throw tooManyTries()
    return open(Object.keys(limits), false)
  }
  const id = hash('sha256', account, 'base64url').slice(0, 22)
  const onIt = `sign-in:on:${id}`
  const limits = { [onIt]: UNLIMITED, [`${onIt}:${fromNetwork(ipAddress)}`]: both, [fromNetwork(ipAddress)]: address }
  const counts = await counter.take(limits)
  if (!counts) throw tooManyTries()
  const [tries = 0, triesHere = 0] = counts
  const tried = open(Object.keys(limits), tries > onAccount)
  if (tries > onAccount && triesHere > whileFull) {
    await tried.giveBack()
    throw tooManyTries()
  }
  return tried
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
