import { hash, randomBytes } from 'node:crypto'
import { clock, currentTime } from '#base/clock.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import type { Queries, Transaction } from '#database/database.ts'
import { findMember } from '#storage/members/members.ts'
import { deletePasskeys, listPasskeys, type PasskeyRow } from '#storage/members/passkeys.ts'
import {
  beginSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  type SecondFactorRow,
  saveSecondFactor,
} from '#storage/members/second-factor.ts'
import { findStore } from '#storage/stores/stores.ts'
import { requirePassword } from './passwords.ts'
import type { SignedIn } from './sessions.ts'
import { matchTotp, newTotpSecret, totpAddress } from './totp.ts'

const RECOVERY_CODES = 10

/** A member's: an authenticator app, and passkeys. */
export interface SecondFactors {
  hasApp: boolean
  passkeys: PasskeyRow[]
}

/** Makes a secret for an authenticator app. Nothing changes until a code of the app confirms it. */
export async function offerSecondFactor({ caller, memberId }: SignedIn, password: string, issuer: string) {
  await requirePassword(caller.shop, memberId, password)
  const secret = newTotpSecret()
  if (!(await beginSecondFactor(caller.shop, memberId, secret))) {
    throw invalidParams('The second factor is on already.')
  }
  const account = (await findMember(caller.shop, memberId))?.email ?? ''
  return { secret, address: totpAddress(secret, { issuer, account }) }
}

/** Turns the second factor on; returns recovery codes, which are shown this once. */
export function confirmSecondFactor(
  { caller, memberId }: SignedIn,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  return caller.shop.transaction(async (tx) => {
    const factor = await findSecondFactor(tx, memberId, true)
    if (!factor || factor.confirmedAt) throw invalidParams('No two-factor setup in progress. Start again.')
    const step = matchTotp(factor.secret, code, clock.now(), 0)
    if (step === null) throw invalidParams('Incorrect code. Check that your phone’s clock is correct.')
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    await saveSecondFactor(tx, memberId, {
      confirmedAt: currentTime(),
      lastStep: String(step),
      recoveryHashes: recoveryCodes.map(hashRecoveryCode),
    })
    await recordAudit(tx, caller.actor, 'second_factor.confirmed', memberId)
    return { recoveryCodes }
  })
}

/** Removes the authenticator app. INVALID_PARAMS for the last second factor of a member whose store requires one. */
export async function dropSecondFactor({ caller, memberId }: SignedIn, password: string): Promise<void> {
  await requirePassword(caller.shop, memberId, password)
  await caller.shop.transaction(async (tx) => {
    const factors = await holdSecondFactors(tx, memberId)
    factors.requireOneWithout('app')
    await deleteSecondFactor(tx, memberId)
    await recordAudit(tx, caller.actor, 'second_factor.dropped', memberId)
  })
}

/** What to do first, by the kind of second factor that is to be removed. A member has one authenticator app at most. */
const IS_LAST = {
  app: 'This store requires a second factor, and this is your only one. Add a passkey first, or ask an admin to reset your two-factor authentication.',
  passkey:
    'This store requires a second factor, and this is your only one. Add another passkey or an authenticator app first.',
}

/** A member's second factors, which no other transaction removes until this one ends. */
export async function holdSecondFactors(tx: Transaction, memberId: string) {
  const store = await findStore(tx, true)
  const [hasApp, passkeys] = [await hasAuthenticatorApp(tx, memberId), await listPasskeys(tx, memberId)]
  const requireOneWithout = (removed: 'app' | { passkey: string }): void => {
    if (!store?.requireSecondFactor) return
    const isApp = removed === 'app'
    const isOneLeft = isApp ? passkeys.length > 0 : hasApp || passkeys.some(({ id }) => id !== removed.passkey)
    if (!isOneLeft) throw invalidParams(IS_LAST[isApp ? 'app' : 'passkey'])
  }
  return { passkeys, requireOneWithout }
}

/** For a member who lost phone, codes and passkeys: an admin turns them off. */
export async function resetSecondFactor(caller: Caller, memberId: string): Promise<void> {
  await caller.shop.transaction(async (tx) => {
    if (!(await findMember(tx, memberId))) throw notFound('Member')
    await deleteSecondFactors(tx, memberId)
    await recordAudit(tx, caller.actor, 'second_factor.reset', memberId)
  })
}

/** Takes the authenticator app and all passkeys off a member. */
export async function deleteSecondFactors(tx: Queries, memberId: string): Promise<void> {
  await deleteSecondFactor(tx, memberId)
  await deletePasskeys(tx, memberId)
}

async function hasAuthenticatorApp(shop: Queries, memberId: string): Promise<boolean> {
  return Boolean((await findSecondFactor(shop, memberId))?.confirmedAt)
}

/** What a member has to give after the password; null for nothing. Each passkey is one, and so is the authenticator app. */
export async function findSecondFactors(shop: Queries, memberId: string): Promise<SecondFactors | null> {
  const [hasApp, passkeys] = [await hasAuthenticatorApp(shop, memberId), await listPasskeys(shop, memberId)]
  return hasApp || passkeys.length > 0 ? { hasApp, passkeys } : null
}

export async function hasSecondFactor(shop: Queries, memberId: string): Promise<boolean> {
  return (await findSecondFactors(shop, memberId)) !== null
}

/** Whether the code is the app's or a recovery code; either works once. True where no second factor is on. */
export async function passSecondFactor(tx: Transaction, memberId: string, code: string): Promise<boolean> {
  const factor = await findSecondFactor(tx, memberId, true)
  if (!factor?.confirmedAt) return (await listPasskeys(tx, memberId)).length === 0
  const used = spendCode(factor, code.replace(/[\s-]/g, ''))
  if (!used) return false
  await saveSecondFactor(tx, memberId, used)
  return true
}

function spendCode(factor: SecondFactorRow, code: string): SecondFactorRow | null {
  const step = matchTotp(factor.secret, code, clock.now(), Number(factor.lastStep))
  if (step !== null) return { ...factor, lastStep: String(step) }
  const hashed = hashRecoveryCode(code)
  if (!factor.recoveryHashes.includes(hashed)) return null
  return { ...factor, recoveryHashes: factor.recoveryHashes.filter((one) => one !== hashed) }
}

/** 128 random bits, so that a plain hash hides them; in groups that can be copied by hand. */
function newRecoveryCode(): string {
  return (randomBytes(16).toString('hex').match(/.{4}/g) as string[]).join('-')
}

function hashRecoveryCode(code: string): string {
  return hash('sha256', code.replaceAll('-', '').toLowerCase(), 'hex')
}
