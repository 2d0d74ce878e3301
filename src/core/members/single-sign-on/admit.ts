import { clock, currentTime } from '#base/clock.ts'
import { hashToken, newToken } from '#base/ids.ts'
import { emailKey, firstCodePoints } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import { ParleyError } from '#core/errors.ts'
import { ACCOUNTS_MAX, MEMBER_NAME_MAX, SINGLE_SIGN_ON_MS } from '#core/limits.ts'
import { leaveOut, type OpenedSession, withoutOpenSessions } from '#core/members/further-stores.ts'
import { addMember } from '#core/members/members.ts'
import type { Passkeys } from '#core/members/passkeys/prove.ts'
import { askSecondFactor, passByPasskey, type SecondFactorNeeded } from '#core/members/passkeys/second-factor.ts'
import type { PasskeyAnswer } from '#core/members/passkeys/signatures.ts'
import { findSecondFactors, hasSecondFactor, passSecondFactor } from '#core/members/second-factor.ts'
import { type Device, startSession, type WayIn } from '#core/members/sessions.ts'
import { nameStores } from '#core/members/sign-in.ts'
import { openCodeTry } from '#core/members/sign-in-rate-limit.ts'
import { findKnownDevice, rememberDevice } from '#core/members/trusted-browsers.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Database, Shop, Transaction } from '#database/database.ts'
import { findLinkedAccounts, insertIdentity, touchIdentity } from '#storage/members/identities.ts'
import { deleteInvitationsOf } from '#storage/members/invitations-and-resets.ts'
import { deleteWaitingSignIn, findWaitingSignIn, insertWaitingSignIn } from '#storage/members/sign-in-states.ts'
import { findSingleSignOn } from '#storage/members/single-sign-on.ts'
import { findStore } from '#storage/stores/stores.ts'
import { judgeCandidate, listStoresOf, type SignInCandidate } from './candidates.ts'
import { applyGroups } from './groups.ts'
import type { MemberIdentity } from './identity.ts'
import { type SignInRefusal, SingleSignOnRefused } from './refusals.ts'

/** An account that was proven, for the store whose sign-in page it was, or for any. */
export interface SignInArrival {
  identity: MemberIdentity
  shopId: string | null
  /** By the store's own issuer. */
  isOwn: boolean
  next: string
}

export type SingleSignOnOutcome =
  /** `further`: sessions in other stores that the same account is linked to. */
  | { token: string; deviceToken: string; shopId: string; memberId: string; next: string; further: OpenedSession[] }
  | { needs: 'store'; stores: { shopId: string; name: string }[] }
  | SecondFactorNeeded

/**
 * Signs in the owner of a proven account at an issuer: the member that it is linked to, otherwise the member or the
 * invited person of its verified address, otherwise a new member where the store allows the address's domain. Linking a
 * member who has a second factor takes its code once: anyone who runs their mailbox has not got that. Rejects with
 * `SingleSignOnRefused`.
 */
export async function admit(
  database: Database,
  arrival: SignInArrival,
  chosen: { shopId?: string; code?: string; passkey?: PasskeyAnswer },
  device: Device,
  { counter, passkeys, sendsMail }: { counter: RateCounter; passkeys: Passkeys | null; sendsMail: boolean },
): Promise<SingleSignOnOutcome> {
  const { identity, isOwn } = arrival
  const isNamed = arrival.shopId !== null
  const stores = arrival.shopId === null ? await listStoresOf(database, identity) : [arrival.shopId]
  const asked = chosen.shopId === undefined ? stores : stores.filter((shopId) => shopId === chosen.shopId)
  const judged = await Promise.all(
    asked.map(async (shopId) => ({
      shopId,
      verdict: await judgeCandidate(database.shop(shopId), identity, { isNamed, isOwn }),
    })),
  )
  const open = judged.filter(({ verdict }) => typeof verdict !== 'string')
  const [only] = open
  if (!only) {
    const reasons = judged.map(({ verdict }) => verdict as SignInRefusal)
    throw new SingleSignOnRefused(reasons[0] ?? (identity.verifiedEmail === null ? 'unverified' : 'unknown'))
  }
  if (open.length > 1) return { needs: 'store', stores: await nameStores(database, open) }
  const shop = database.shop(only.shopId)
  const verdict = only.verdict as SignInCandidate
  const { shopId } = only
  const linked = verdict.kind === 'member' ? { shopId, memberId: verdict.memberId } : null
  const factors = linked && (await findSecondFactors(shop, linked.memberId))
  if (factors && chosen.code === undefined && !chosen.passkey) {
    return askSecondFactor(passkeys, factors, linked, device)
  }
  const known = 'memberId' in verdict ? await findKnown(database, device, only.shopId, verdict.memberId) : null
  const member = `${shopId}:${linked?.memberId}`
  const codeTry = factors ? await openCodeTry(counter, { ipAddress: device.ipAddress, member, device: known }) : null
  const passkey = factors ? chosen.passkey : undefined
  if (passkey && linked) await passByPasskey(passkeys, passkey, linked, device)
  const proof = passkey ? 'passkey' : factors ? { code: chosen.code ?? '' } : null
  const { isMailed, ...signedIn } = await enter(shop, { arrival, isNamed, known, proof, sendsMail }, device)
  await codeTry?.giveBack()
  const further = await enterLinkedStores(database, arrival, { shopId, sendsMail: sendsMail && !isMailed }, device)
  return { ...signedIn, shopId, next: arrival.next, further }
}

const findKnown = (database: Database, device: Device, shopId: string, memberId: string) =>
  findKnownDevice(database, device, [{ shopId, memberId }])

/**
 * Opens sessions in the other stores that the account is linked to already: nobody is linked by an address alone without
 * choosing the store. A store's own issuer opens that store only: its admins say whom it vouches for.
 */
async function enterLinkedStores(
  database: Database,
  arrival: SignInArrival,
  { shopId, sendsMail }: { shopId: string; sendsMail: boolean },
  device: Device,
): Promise<OpenedSession[]> {
  if (arrival.isOwn) return []
  const linked = await findLinkedAccounts(database.system, arrival.identity, ACCOUNTS_MAX)
  const others = linked.filter((account) => account.shopId !== shopId)
  const opened: OpenedSession[] = []
  let mails = sendsMail
  for (const account of await withoutOpenSessions(database, others, device)) {
    const known = await findKnown(database, device, account.shopId, account.memberId)
    const way = { arrival, isNamed: false, isLinkedOnly: true, known, proof: null, sendsMail: mails }
    const entered = await enter(database.shop(account.shopId), way, device).catch(leaveOutRefused)
    if (!entered) continue
    if (entered.isMailed) mails = false
    opened.push(entered)
  }
  return opened
}

const leaveOutRefused = (error: unknown) => (error instanceof SingleSignOnRefused ? null : leaveOut(error))

function enter(
  shop: Shop,
  {
    arrival,
    isNamed,
    isLinkedOnly = false,
    known,
    proof,
    sendsMail,
  }: {
    arrival: SignInArrival
    isNamed: boolean
    /** Refuses an account that is not linked yet. */
    isLinkedOnly?: boolean
    known: string | null
    /** The second factor of a member who is linked now: a passkey that was checked, or a code; null if none is needed. */
    proof: 'passkey' | { code: string } | null
    sendsMail: boolean
  },
  device: Device,
): Promise<{ token: string; deviceToken: string; isMailed: boolean; memberId: string }> {
  const { identity, isOwn } = arrival
  return shop.transaction(async (tx) => {
    const settings = await findSingleSignOn(tx)
    if (settings.groups.length > 0) await findStore(tx, true) // before the member's row: storage/locks.ts
    // Judged again: what was read before may have changed.
    const verdict = await judgeCandidate(tx, identity, { isNamed, isOwn })
    if (typeof verdict === 'string') throw new SingleSignOnRefused(verdict)
    if (isLinkedOnly && verdict.kind !== 'linked') throw new SingleSignOnRefused('unknown')
    if (verdict.kind === 'member' && proof === null && (await hasSecondFactor(tx, verdict.memberId))) {
      throw new ParleyError('UNAUTHENTICATED', 'Sign in again.') // it was turned on in this very moment
    }
    const memberId = await memberOf(tx, verdict, identity)
    if (typeof proof === 'object' && proof && !(await passSecondFactor(tx, memberId, proof.code))) {
      throw new ParleyError('UNAUTHENTICATED', 'Incorrect or already used code.')
    }
    const actor = { kind: 'member', memberId } as const
    const { issuer, subject, verifiedEmail, issuerSession, idToken } = identity
    const now = currentTime()
    if (verdict.kind === 'linked') await touchIdentity(tx, identity, now)
    else {
      const email = verifiedEmail as string
      if (!(await insertIdentity(tx, { issuer, subject, memberId, email }, now)))
        throw new SingleSignOnRefused('linked')
      await recordAudit(tx, actor, 'single_sign_on.linked', memberId, { issuer, email })
    }
    await applyGroups(tx, memberId, identity, settings)
    const ipAddress = device.ipAddress
    await recordAudit(tx, actor, 'member.signed_in', memberId, { ipAddress, by: 'single_sign_on', issuer })
    const remembered = await rememberDevice(tx, memberId, known, { device, sendsMail })
    const provenAt = new Date(Math.min(identity.authenticatedAt ?? clock.now(), clock.now()))
    const way: WayIn = { by: 'single_sign_on', provenAt, atIssuer: { issuer, subject, issuerSession, idToken } }
    return { token: await startSession(tx, memberId, device, way), ...remembered, memberId }
  })
}

/** The member who comes in: known, or made for an invitation or an allowed domain. */
async function memberOf(tx: Transaction, verdict: SignInCandidate, identity: MemberIdentity): Promise<string> {
  if ('memberId' in verdict) return verdict.memberId
  const invited = verdict.kind === 'invited' ? verdict.link : null
  const email = invited?.email ?? (identity.verifiedEmail as string)
  if (invited) await deleteInvitationsOf(tx, emailKey(email))
  const role = verdict.kind === 'invited' ? verdict.link.role : verdict.role
  const [firstName, lastName] = [identity.firstName, identity.lastName].map((name) =>
    firstCodePoints(name ?? '', MEMBER_NAME_MAX),
  )
  const memberId = await addMember(tx, { email, role, ...(firstName && { firstName }), ...(lastName && { lastName }) })
  await recordAudit(tx, { kind: 'member', memberId }, 'member.joined', memberId, { by: 'single_sign_on' })
  return memberId
}

/** Keeps an arrival until its owner has chosen a store or given a code; returns the browser's secret for it. */
export async function keepWaiting(database: Database, arrival: SignInArrival): Promise<string> {
  const token = newToken('', 32)
  const now = currentTime()
  const expiresAt = new Date(now.getTime() + SINGLE_SIGN_ON_MS)
  const identity = JSON.stringify(arrival)
  await insertWaitingSignIn(database, { tokenHash: hashToken(token), identity, expiresAt, now })
  return token
}

/** The arrival that a browser's secret stands for; rejects with `SingleSignOnRefused` for none. */
export async function findWaiting(database: Database, token: string | null): Promise<SignInArrival> {
  const found = token ? await findWaitingSignIn(database, hashToken(token), currentTime()) : undefined
  if (!found) throw new SingleSignOnRefused('expired')
  return JSON.parse(found) as SignInArrival
}

export function endWaiting(database: Database, token: string): Promise<void> {
  return deleteWaitingSignIn(database.system, hashToken(token))
}
