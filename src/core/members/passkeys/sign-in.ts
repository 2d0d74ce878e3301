import { currentTime } from '#base/clock.ts'
import { networkOf } from '#base/network.ts'
import { recordAudit } from '#core/audit-log.ts'
import { PASSKEY_CHALLENGES_MAX } from '#core/limits.ts'
import { type Device, requireWayIn, type SignedIn, startSession } from '#core/members/sessions.ts'
import { openFailedTry, tooManyTries } from '#core/members/sign-in-rate-limit.ts'
import { findKnownDevice, rememberDevice } from '#core/members/trusted-browsers.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import { proveSession } from '#storage/members/sessions.ts'
import { type PasskeyRequest, type Passkeys, provePasskey, requestOwnPasskey, requestPasskey } from './prove.ts'
import type { PasskeyAnswer } from './signatures.ts'

/** Asks a browser for any passkey of this service. RATE_LIMITED above PASSKEY_CHALLENGES_MAX for a network. */
export async function requestSignIn(
  passkeys: Passkeys,
  counter: RateCounter,
  { ipAddress, browser }: Device,
): Promise<PasskeyRequest> {
  const limits = { [`passkey-challenges:${networkOf(ipAddress)}`]: PASSKEY_CHALLENGES_MAX }
  if (!(await counter.take(limits))) throw tooManyTries()
  return requestPasskey(passkeys, { for: 'sign-in', browser })
}

/** Signs in the member whose passkey it is, without a password or another second factor. */
export async function signInByPasskey(
  passkeys: Passkeys,
  answer: PasskeyAnswer,
  device: Device,
  counter: RateCounter,
): Promise<{ token: string; deviceToken: string; shopId: string; memberId: string }> {
  const { ipAddress, browser } = device
  const failed = await openFailedTry(counter, ipAddress)
  if (!failed) throw tooManyTries()
  const use = { for: 'sign-in', browser } as const
  const { shopId, memberId } = await provePasskey(passkeys, answer, { use, of: null, ipAddress })
  await failed.giveBack()
  const shop = passkeys.database.shop(shopId)
  await requireWayIn(shop, 'passkey')
  const known = await findKnownDevice(passkeys.database, device, [{ shopId, memberId }])
  return shop.transaction(async (tx) => {
    const actor = { kind: 'member', memberId } as const
    await recordAudit(tx, actor, 'member.signed_in', memberId, { ipAddress, by: 'passkey' })
    const { deviceToken } = await rememberDevice(tx, memberId, known, { device, sendsMail: passkeys.sendsMail })
    return { token: await startSession(tx, memberId, device, { by: 'passkey' }), deviceToken, shopId, memberId }
  })
}

const proofOf = ({ caller, sessionId }: SignedIn) => ({ for: 'proof', shopId: caller.shop.shopId, sessionId }) as const

/** Asks for a passkey of the signed-in member, as a proof that it is still them; null if they have none. */
export async function requestProof(passkeys: Passkeys, signedIn: SignedIn): Promise<PasskeyRequest | null> {
  const { caller, memberId } = signedIn
  await requireWayIn(caller.shop, 'passkey')
  return requestOwnPasskey(passkeys, proofOf(signedIn), { shopId: caller.shop.shopId, memberId })
}

/** Notes that the member has just proven themselves by a passkey, as the password does. */
export async function reauthenticateByPasskey(
  passkeys: Passkeys,
  signedIn: SignedIn,
  answer: PasskeyAnswer,
  ipAddress: string,
): Promise<void> {
  const { caller, memberId, sessionId } = signedIn
  await requireWayIn(caller.shop, 'passkey')
  const of = { shopId: caller.shop.shopId, memberId }
  await provePasskey(passkeys, answer, { use: proofOf(signedIn), of, ipAddress })
  await proveSession(caller.shop, sessionId, currentTime())
}
