import { hash } from 'node:crypto'
import { networkOf } from '#base/network.ts'
import { ParleyError } from '#core/errors.ts'
import { SIGN_IN_LIMITS } from '#core/limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'

const tooManyTries = () => new ParleyError('RATE_LIMITED', 'Too many tries. Wait 15 minutes before the next one.')

/**
 * Counts a try that is no sign-in: links, and a member's own password asked for again. RATE_LIMITED over the limit of the
 * address, or of the member.
 */
export async function countTry(counter: RateCounter, ipAddress: string, memberId?: string): Promise<void> {
  const names = [`sign-in:from:${networkOf(ipAddress)}`, ...(memberId ? [`sign-in:member:${memberId}`] : [])]
  const [fromHere = 0, ofMember = 0] = await counter.peek(names)
  if (fromHere >= SIGN_IN_LIMITS.address || ofMember >= SIGN_IN_LIMITS.both) throw tooManyTries()
  await counter.hit(names)
}

/** Who tries to sign in to an account, and how often they failed within 15 minutes (docs/decisions/0015). */
export interface Tries {
  /** Throws what a wrong try is answered with, and counts it. */
  fail(refusal: Error): Promise<never>
}

/**
 * Lets a try through or throws RATE_LIMITED. Only failures that were judged count: what is refused here renews nothing,
 * so continued tries do not keep an account locked. A browser that its member used before is judged by its own failures
 * alone. Elsewhere an account that many have failed on is still judged, a few times for each network: the right password
 * gets in, and a wrong one gets the same answer as one too many.
 */
export async function openTries(
  counter: RateCounter,
  { ipAddress, account, device }: { ipAddress: string; account: string; device: string | null },
): Promise<Tries> {
  const network = networkOf(ipAddress)
  const id = hash('sha256', account, 'base64url').slice(0, 22)
  const { address, account: onAccount, both, whileFull } = SIGN_IN_LIMITS
  if (device !== null) {
    const names = [`sign-in:device:${device}`]
    const [failed = 0] = await counter.peek(names)
    if (failed >= both) throw tooManyTries()
    return { fail: (refusal) => count(counter, names, refusal) }
  }
  const names = [`sign-in:from:${network}`, `sign-in:on:${id}`, `sign-in:on:${id}:from:${network}`]
  const [fromHere = 0, failed = 0, failedHere = 0] = await counter.peek(names)
  const isFull = failed >= onAccount
  if (fromHere >= address || failedHere >= (isFull ? whileFull : both)) throw tooManyTries()
  return { fail: (refusal) => count(counter, names, isFull ? tooManyTries() : refusal) }
}

async function count(counter: RateCounter, names: string[], refusal: Error): Promise<never> {
  await counter.hit(names)
  throw refusal
}
