import { currentTime } from '#base/clock.ts'
import { recordAudit } from '#core/audit-log.ts'
import { ParleyError } from '#core/errors.ts'
import { PASSKEY_CHALLENGE_MS } from '#core/limits.ts'
import { mailPasskeyCopied } from '#core/mail/outgoing-emails.ts'
import type { Database, Queries, Shop } from '#database/database.ts'
import { findMember } from '#storage/members/members.ts'
import {
  findPasskey,
  findStoreOfPasskey,
  listPasskeys,
  noteSignature,
  type PasskeyRow,
} from '#storage/members/passkeys.ts'
import { isSingleSignOnOnly } from '#storage/members/single-sign-on.ts'
import { type ChallengeUse, newChallenge, takeChallenge } from './challenges.ts'
import { type RelyingParty, userHandleOf } from './relying-party.ts'
import { checkSignature, type PasskeyAnswer } from './signatures.ts'

/** What a browser asks an authenticator with (`PublicKeyCredentialRequestOptionsJSON` of WebAuthn). */
export interface PasskeyRequest {
  challenge: string
  rpId: string
  /** In milliseconds. */
  timeout: number
  userVerification: 'required'
  /** Empty: any passkey that the authenticator has for this service. */
  allowCredentials: { id: string; type: 'public-key'; transports: string[] }[]
}

/** Passkeys of this service, and whether mails leave it. */
export interface Passkeys {
  database: Database
  relyingParty: RelyingParty
  sendsMail: boolean
}

/** Refuses where the service has none (`relyingPartyOf`). */
export function requirePasskeys(passkeys: Passkeys | null): Passkeys {
  if (passkeys) return passkeys
  throw new ParleyError(
    'NOT_FOUND',
    'Passkeys need an https address with a host name: the operator sets it as BASE_URL.',
  )
}

/** Whether members of the store sign in with passkeys. */
export const takesPasskeys = async (passkeys: Passkeys | null, shop: Queries): Promise<boolean> =>
  passkeys !== null && !(await isSingleSignOnOnly(shop))

const refused = () => new ParleyError('UNAUTHENTICATED', 'The passkey was not accepted. Try again.')
const unknown = () =>
  new ParleyError('UNAUTHENTICATED', 'This passkey is not known here. It may have been removed: sign in another way.')

/** Asks for a signature of any passkey, or of a member's. */
export async function requestPasskey(
  { database, relyingParty }: Passkeys,
  use: ChallengeUse,
  of: PasskeyRow[] = [],
): Promise<PasskeyRequest> {
  const allowCredentials = of.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key' as const,
    transports,
  }))
  const challenge = await newChallenge(database, use)
  return {
    challenge,
    rpId: relyingParty.id,
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials,
  }
}

/** Asks for a signature of one of a member's passkeys; null if they have none. */
export async function requestOwnPasskey(
  passkeys: Passkeys,
  use: ChallengeUse,
  { shopId, memberId }: { shopId: string; memberId: string },
): Promise<PasskeyRequest | null> {
  const own = await listPasskeys(passkeys.database.shop(shopId), memberId)
  return own.length === 0 ? null : requestPasskey(passkeys, use, own)
}

/**
 * Checks the signature of an active member's passkey and notes its use. `of`: the member whose passkey it must be; null
 * where the passkey itself says so. UNAUTHENTICATED for one that is not good: the challenge is used up anyway. A
 * counter that did not go up means a copy of the passkey: that is refused, in the audit log, and mailed to the member.
 */
export async function provePasskey(
  passkeys: Passkeys,
  answer: PasskeyAnswer,
  { use, of, ipAddress }: { use: ChallengeUse; of: { shopId: string; memberId: string } | null; ipAddress: string },
): Promise<{ shopId: string; memberId: string }> {
  const { database, relyingParty } = passkeys
  const challenge = await takeChallenge(database, answer.clientDataJSON, use)
  if (challenge === null) throw refused()
  const shopId = of?.shopId ?? (await findStoreOfPasskey(database.system, answer.id))
  if (shopId === undefined) throw unknown()
  const shop = database.shop(shopId)
  const passkey = await findPasskey(shop, answer.id)
  if (!passkey) throw unknown()
  const { memberId } = passkey
  if (of && of.memberId !== memberId) throw refused()
  // The authenticator has to name the member where no password did.
  const handle = answer.userHandle ?? (of ? undefined : null)
  const isOwn = handle === undefined || handle === userHandleOf({ shopId, memberId })
  const signed = isOwn ? await checkSignature(relyingParty, answer, { challenge, publicKey: passkey.publicKey }) : null
  const actor = { kind: 'member', memberId } as const
  if (!signed) {
    await recordAudit(shop, actor, 'member.sign_in_failed', memberId, { ipAddress, by: 'passkey' })
    throw refused()
  }
  if (await noteSignature(shop, { id: passkey.id, ...signed, now: currentTime() })) return { shopId, memberId }
  await tellCopied(passkeys, shop, passkey, ipAddress)
  throw new ParleyError(
    'UNAUTHENTICATED',
    'This passkey may have been copied: its counter went back. Sign in another way, remove it and add a new one.',
  )
}

function tellCopied({ sendsMail }: Passkeys, shop: Shop, { id, memberId, name }: PasskeyRow, ipAddress: string) {
  return shop.transaction(async (tx) => {
    await recordAudit(tx, { kind: 'member', memberId }, 'passkey.copied', id, { name, ipAddress })
    const member = sendsMail && (await findMember(tx, memberId))
    if (member) await mailPasskeyCopied(tx, { to: member.email, name })
  })
}
