import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import { ParleyError } from '#core/errors.ts'
import { ACCOUNTS_MAX } from '#core/limits.ts'
import { type MailLinks, mailGuessedCodes } from '#core/mail/outgoing-emails.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Database, Shop } from '#database/database.ts'
import { findAccounts, findMember, findPasswordHash, rehashPassword } from '#storage/members/members.ts'
import { findStore } from '#storage/stores/stores.ts'
import { attestPassword, isAttested } from './checked-passwords.ts'
import { type MemberAccount, type OpenedSession, openByPassword } from './further-stores.ts'
import { getMember } from './members.ts'
import type { Passkeys } from './passkeys/prove.ts'
import { askSecondFactor, passByPasskey, type SecondFactorNeeded } from './passkeys/second-factor.ts'
import type { PasskeyAnswer } from './passkeys/signatures.ts'
import {
  checkPassword,
  hashPassword,
  limitChecks,
  matchPassword,
  prefixOf,
  replacePassword,
  requirePassword,
  saltOf,
} from './passwords.ts'
import { findSecondFactors, passSecondFactor } from './second-factor.ts'
import { type Device, requireWayIn, type SignedIn, startSession } from './sessions.ts'
import { openCodeTry } from './sign-in-rate-limit.ts'
import { openTries } from './sign-in-tries.ts'
import { findKnownDevice, rememberDevice } from './trusted-browsers.ts'

export interface SignInRequest {
  email: string
  password: string
  /** Which store, where the address belongs to members of several. */
  shopId?: string
  /** The second factor's code, or a recovery code. */
  code?: string
  /** The second factor where it is a passkey. */
  passkey?: PasskeyAnswer
}

export type SignInOutcome =
  /** `further`: sessions in other stores of the member, which the same password opens. */
  | { token: string; deviceToken: string; shopId: string; memberId: string; further: OpenedSession[] }
  | { needs: 'store'; stores: { shopId: string; name: string }[] }
  /** `checked`: a token with which the same password is not hashed again. */
  | ({ checked: string } & SecondFactorNeeded)

const refused = () => new ParleyError('UNAUTHENTICATED', 'Incorrect email or password.')

/** Signs a member in. That more than the password is needed is shown only after the right password. */
export async function signIn(
  database: Database,
  request: SignInRequest,
  device: Device,
  { counter, mail, passkeys }: { counter: RateCounter; mail: MailLinks; passkeys: Passkeys | null },
): Promise<SignInOutcome> {
  const key = emailKey(request.email)
  const found = await findAccounts(database.system, key, ACCOUNTS_MAX)
  const { tries, all, giveBackFor } = await openTries(database, counter, { found, key, shopId: request.shopId, device })
  const accounts = request.shopId === undefined ? all : all.filter(({ shopId }) => shopId === request.shopId)
  const credentials = { ...request, email: key }
  const checked = await checkAccounts(database, { all, accounts }, credentials, device.checked).catch(
    async (error: Error) => {
      await tries.giveBack({ known: true, elsewhere: true }) // nothing was judged
      throw error
    },
  )
  const matching = checked.filter(({ shopId }) => accounts.some((account) => account.shopId === shopId))
  if (matching.length === 0) {
    recordFailures(database, accounts, device)
    throw tries.refusal(refused())
  }
  await giveBackFor(checked)
  const open = await keepOpenTo(database, matching)
  if (open.length > 1) return { needs: 'store', stores: await nameStores(database, open) }
  const [account] = open as [(typeof open)[number]]
  const { shopId, memberId } = account
  const shop = database.shop(shopId)
  const factors = await findSecondFactors(shop, memberId)
  if (factors && request.code === undefined && !request.passkey) {
    const needed = await askSecondFactor(passkeys, factors, { shopId, memberId }, device)
    return { ...needed, checked: attestPassword(shop.secrets, { ...account, password: request.password }) }
  }
  const member = `${shopId}:${memberId}`
  const knownHere = await findKnownDevice(database, device, [account])
  const codeTry = factors
    ? await openCodeTry(counter, { ipAddress: device.ipAddress, member, device: knownHere })
    : null
  const passkey = factors ? request.passkey : undefined
  if (passkey) await passByPasskey(passkeys, passkey, { shopId, memberId }, device)
  const signedIn = await shop.transaction(async (tx) => {
    if (!passkey && !(await passSecondFactor(tx, memberId, request.code ?? ''))) return null
    await recordAudit(tx, { kind: 'member', memberId }, 'member.signed_in', memberId, {
      ipAddress: device.ipAddress,
      by: 'password',
      ...(factors && { secondFactor: passkey ? 'passkey' : 'code' }),
    })
    const remembered = await rememberDevice(tx, memberId, knownHere, { device, sendsMail: mail !== null })
    return { token: await startSession(tx, memberId, device, { by: 'password' }), ...remembered, shopId, memberId }
  })
  if (signedIn) {
    await codeTry?.giveBack()
    const { isMailed, ...session } = signedIn
    const others = await findOthers(database, { all, checked, account }, credentials)
    // One mail of a new browser for each sign-in: all of them would go to the same address.
    const further = await openByPassword(database, others, device, { sendsMail: mail !== null && !isMailed })
    return { ...session, further }
  }
  recordFailures(database, [account], device)
  if (codeTry?.isLast) await tellGuessed(shop, memberId, { ipAddress: device.ipAddress, mail })
  throw new ParleyError('UNAUTHENTICATED', 'Incorrect or already used code.')
}

/** Tells a member that someone has their password, and guesses codes: by mail where it leaves, and in the audit log. */
async function tellGuessed(
  shop: Shop,
  memberId: string,
  { ipAddress, mail }: { ipAddress: string; mail: MailLinks },
): Promise<void> {
  await shop.transaction(async (tx) => {
    await recordAudit(tx, { kind: 'member', memberId }, 'second_factor.guessed', memberId, { ipAddress })
    const member = mail && (await findMember(tx, memberId))
    if (member) await mailGuessedCodes(tx, member.email)
  })
}

/** For the audit log. Not awaited: an unknown address must not be answered sooner than a known one. */
function recordFailures(
  database: Database,
  accounts: { shopId: string; memberId: string }[],
  { ipAddress }: Device,
): void {
  for (const { shopId, memberId } of accounts) {
    const actor = { kind: 'member', memberId } as const
    recordAudit(database.shop(shopId), actor, 'member.sign_in_failed', memberId, { ipAddress }).catch(() => {})
  }
}

type CheckedAccount = MemberAccount & { stored: string; wasAttested?: true }

/** The member's other accounts that the password is right for; hashed for them now where the code came without hashing. */
async function findOthers(
  database: Database,
  { all, checked, account }: { all: MemberAccount[]; checked: CheckedAccount[]; account: MemberAccount },
  credentials: { email: string; password: string },
): Promise<MemberAccount[]> {
  const isOther = ({ shopId }: MemberAccount) => shopId !== account.shopId
  const [others, matching] = [all.filter(isOther), checked.filter(isOther)]
  if (others.length === 0 || matching.length > 0 || !checked.some(({ wasAttested }) => wasAttested)) return matching
  return checkAccounts(database, { all: others, accounts: others }, credentials, null)
}

/**
 * The accounts that the password is right for, each with its stored hash. A password that was checked a short while ago
 * (`checked`) for the one account that is signed in to (`accounts`) is not hashed again for each code.
 */
async function checkAccounts(
  database: Database,
  { all, accounts }: { all: MemberAccount[]; accounts: MemberAccount[] },
  { email, password }: { email: string; password: string },
  checked: string | null,
): Promise<CheckedAccount[]> {
  const found = await Promise.all(
    all.map(async (account) => {
      const stored = await findPasswordHash(database.shop(account.shopId), account.memberId)
      return { ...account, stored: stored ?? '' }
    }),
  )
  const [only, ...others] = accounts
  const asked = others.length === 0 ? found.find(({ shopId }) => shopId === only?.shopId) : undefined
  if (asked?.stored && isAttested(database.shop(asked.shopId).secrets, checked, { ...asked, password })) {
    return [{ ...asked, wasAttested: true }]
  }
  const salt = saltOf(database.secrets, email)
  const hashes = found.map(({ stored }) => stored)
  const matches = await limitChecks(() => matchPassword(password, hashes, salt))
  const matching = found.filter((_, i) => matches[i])
  const old = matching.filter(({ stored }) => !stored.startsWith(prefixOf(salt)))
  if (old.length === 0) return matching
  // A hash from before each address had its own salt: afterwards, one derivation checks all of a member's hashes.
  const to = await hashPassword(password, salt)
  for (const account of old) {
    await rehashPassword(database.shop(account.shopId), account.memberId, { from: account.stored, to })
    account.stored = to
  }
  return matching
}

/** Returns the accounts whose stores take passwords; SINGLE_SIGN_ON_NEEDED where none does. */
async function keepOpenTo<A extends { shopId: string }>(database: Database, accounts: A[]): Promise<A[]> {
  const tries = await Promise.allSettled(accounts.map(({ shopId }) => requireWayIn(database.shop(shopId), 'password')))
  const open = accounts.filter((_, i) => tries[i]?.status === 'fulfilled')
  const [first] = tries
  if (open.length === 0 && first?.status === 'rejected') throw first.reason
  return open
}

export async function nameStores(database: Database, accounts: { shopId: string }[]) {
  const stores = await Promise.all(accounts.map(({ shopId }) => findStore(database.shop(shopId))))
  return stores.flatMap((store) => (store ? [{ shopId: store.shopId, name: store.name }] : []))
}

/** Changes one's own password; all other sessions, known browsers and links to a new password end. */
export async function changePassword(
  { caller, memberId, sessionId }: SignedIn,
  request: { current: string; password: string },
): Promise<void> {
  await checkPassword(request.password)
  await requirePassword(caller.shop, memberId, request.current)
  const { email } = await getMember(caller, memberId)
  const passwordHash = await hashPassword(request.password, saltOf(caller.shop.secrets, emailKey(email)))
  await caller.shop.transaction(async (tx) => {
    await replacePassword(tx, memberId, { passwordHash, keptSession: sessionId })
    await recordAudit(tx, caller.actor, 'password.changed', memberId)
  })
}
