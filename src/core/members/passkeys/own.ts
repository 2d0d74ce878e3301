import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { hasText } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { PASSKEY_CHALLENGE_MS, PASSKEYS_MAX } from '#core/limits.ts'
import { mailPasskeyChange } from '#core/mail/outgoing-emails.ts'
import { getMember } from '#core/members/members.ts'
import { holdSecondFactors } from '#core/members/second-factor.ts'
import { requireWayIn, type SignedIn } from '#core/members/sessions.ts'
import type { Queries } from '#database/database.ts'
import { findMember } from '#storage/members/members.ts'
import {
  deletePasskeys,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from '#storage/members/passkeys.ts'
import { findStore } from '#storage/stores/stores.ts'
import { newChallenge, takeChallenge } from './challenges.ts'
import type { Passkeys } from './prove.ts'
import { userHandleOf } from './relying-party.ts'
import { ALGORITHMS, type NewPasskeyAnswer, readNewPasskey } from './signatures.ts'

/** A passkey as its member sees it. */
export type OwnPasskey = Pick<PasskeyRow, 'id' | 'name' | 'isSynced' | 'createdAt' | 'lastUsedAt'>

const show = ({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): OwnPasskey => ({
  id,
  name,
  isSynced,
  createdAt,
  lastUsedAt,
})

const contextOf = ({ caller, sessionId }: SignedIn) =>
  ({ for: 'new-passkey', shopId: caller.shop.shopId, sessionId }) as const

export async function listOwnPasskeys({ caller, memberId }: SignedIn): Promise<OwnPasskey[]> {
  return (await listPasskeys(caller.shop, memberId)).map(show)
}

/** Begins a new passkey: what a browser makes it with (`PublicKeyCredentialCreationOptionsJSON` of WebAuthn). */
export async function beginPasskey({ database, relyingParty }: Passkeys, signedIn: SignedIn) {
  const { caller, memberId } = signedIn
  await requireWayIn(caller.shop, 'passkey')
  const [own, member, store] = await Promise.all([
    listPasskeys(caller.shop, memberId),
    getMember(caller, memberId),
    findStore(caller.shop),
  ])
  requireRoom(own)
  return {
    challenge: await newChallenge(database, contextOf(signedIn)),
    rp: { id: relyingParty.id, name: 'Parley' },
    user: {
      id: userHandleOf({ shopId: caller.shop.shopId, memberId }),
      // Browsers list passkeys by this name, and a person may be a member of several stores.
      name: `${member.email} (${store?.name ?? ''})`,
      displayName: member.fullName,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
}

/** Adds the passkey that a browser made. INVALID_PARAMS if it is not good, known already, or one too many. */
export async function addPasskey(
  { database, relyingParty, sendsMail }: Passkeys,
  signedIn: SignedIn,
  { name, ...answer }: NewPasskeyAnswer & { name: string },
): Promise<OwnPasskey> {
  const { caller, memberId } = signedIn
  if (!hasText(name)) throw invalidParams('name must not be empty.')
  const challenge = await takeChallenge(database, answer.clientDataJSON, contextOf(signedIn))
  const made = challenge === null ? null : await readNewPasskey(relyingParty, answer, challenge)
  if (!made) throw invalidParams('The passkey was not accepted. Begin again: POST /api/chat/passkeys/options.')
  return caller.shop.transaction(async (tx) => {
    await requireWayIn(tx, 'passkey')
    await findStore(tx, true) // of two that are added at once the second sees the first
    requireRoom(await listPasskeys(tx, memberId))
    const shown = { id: newId(), name: name.trim(), isSynced: made.isSynced, createdAt: currentTime() }
    if (!(await insertPasskey(tx, { ...shown, ...made, memberId, transports: answer.transports }))) {
      throw invalidParams('This passkey was added before.')
    }
    await recordAudit(tx, caller.actor, 'passkey.added', shown.id, { name: shown.name })
    if (sendsMail) await tellChange(tx, memberId, { name: shown.name, change: 'added' })
    return { ...shown, lastUsedAt: null }
  })
}

export async function nameOwnPasskey({ caller, memberId }: SignedIn, id: string, name: string): Promise<void> {
  if (!hasText(name)) throw invalidParams('name must not be empty.')
  await caller.shop.transaction(async (tx) => {
    if (!(await renamePasskey(tx, memberId, id, name.trim()))) throw notFound('Passkey')
    await recordAudit(tx, caller.actor, 'passkey.renamed', id, { name: name.trim() })
  })
}

/** Removes a passkey. INVALID_PARAMS for the last second factor of a member whose store requires one. */
export function removeOwnPasskey(sendsMail: boolean, { caller, memberId }: SignedIn, id: string): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    const factors = await holdSecondFactors(tx, memberId)
    const removed = factors.passkeys.find((one) => one.id === id)
    if (!removed) throw notFound('Passkey')
    factors.requireOneWithout({ passkey: id })
    await deletePasskeys(tx, memberId, id)
    await recordAudit(tx, caller.actor, 'passkey.removed', id, { name: removed.name })
    if (sendsMail) await tellChange(tx, memberId, { name: removed.name, change: 'removed' })
  })
}

async function tellChange(
  tx: Queries,
  memberId: string,
  what: { name: string; change: 'added' | 'removed' },
): Promise<void> {
  const member = await findMember(tx, memberId)
  if (member) await mailPasskeyChange(tx, { to: member.email, ...what })
}

function requireRoom(own: unknown[]): void {
  if (own.length >= PASSKEYS_MAX) throw invalidParams(`You have ${PASSKEYS_MAX} passkeys. Remove one first.`)
}
