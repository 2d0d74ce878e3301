import type { SecondFactors } from '#core/members/second-factor.ts'
import type { Device } from '#core/members/sessions.ts'
import { type PasskeyRequest, type Passkeys, provePasskey, requestPasskey, requirePasskeys } from './prove.ts'
import type { PasskeyAnswer } from './signatures.ts'

/**
 * What a sign-in waits for: a code, or one of the member's passkeys; `passkey` is what the browser asks for it with. With
 * 'code', either will do.
 */
export interface SecondFactorNeeded {
  needs: 'code' | 'passkey'
  shopId: string
  passkey?: PasskeyRequest
}

interface MemberOf {
  shopId: string
  memberId: string
}

/** Asks a member for one of their second factors, in this browser. */
export async function askSecondFactor(
  passkeys: Passkeys | null,
  { hasApp, passkeys: own }: SecondFactors,
  { shopId, memberId }: MemberOf,
  { browser }: Device,
): Promise<SecondFactorNeeded> {
  const needs = hasApp ? 'code' : 'passkey'
  if (!passkeys || own.length === 0) return { needs, shopId }
  const use = { for: 'second-factor', browser, shopId, memberId } as const
  return { needs, shopId, passkey: await requestPasskey(passkeys, use, own) }
}

/** Checks the passkey that is given after the password. UNAUTHENTICATED for one that is not good, or not the member's. */
export async function passByPasskey(
  passkeys: Passkeys | null,
  answer: PasskeyAnswer,
  { shopId, memberId }: MemberOf,
  { browser, ipAddress }: Device,
): Promise<void> {
  const use = { for: 'second-factor', browser, shopId, memberId } as const
  await provePasskey(requirePasskeys(passkeys), answer, { use, of: { shopId, memberId }, ipAddress })
}
