import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit/audit-log.ts'
import { ParleyError } from '#core/errors.ts'
import { ACCOUNTS_MAX } from '#core/limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Database } from '#database/database.ts'
import { deleteDevices } from '#storage/members/devices.ts'
import { findAccounts, findPasswordHash, updatePassword } from '#storage/members/members.ts'
import { deleteSessions } from '#storage/members/sessions.ts'
import { findStore } from '#storage/stores/stores.ts'
import { findKnownDevice, rememberDevice } from './devices.ts'
import { checkPassword, hashPassword, limitChecks, requirePassword, verifyPassword } from './passwords.ts'
import { hasSecondFactor, passSecondFactor } from './second-factor.ts'
import { type Device, type SignedIn, startSession } from './sessions.ts'
import { openTries } from './tries.ts'

export interface SignInRequest {
  email: string
  password: string
  /** Which store, where the address belongs to members of several. */
  shopId?: string
  /** The second factor's code, or a recovery code. */
  code?: string
}

export type SignInOutcome =
  | { token: string; deviceToken: string; shopId: string; memberId: string }
  | { needs: 'store'; stores: { shopId: string; name: string }[] }
  | { needs: 'code'; shopId: string }

/** The hash of no user's password: an unknown address takes as long as a known one. Made when it is first needed. */
let unknownUser: Promise<string> | undefined
const unknownUserHash = () => (unknownUser ??= hashPassword('no user has this password'))

const refused = () => new ParleyError('UNAUTHENTICATED', 'The address or the password is not right.')

/** Signs a member in. That more than the password is needed is shown only after the right password. */
export async function signIn(
  database: Database,
  request: SignInRequest,
  device: Device,
  counter: RateCounter,
): Promise<SignInOutcome> {
  const key = emailKey(request.email)
  const all = await findAccounts(database.system, key, ACCOUNTS_MAX)
  const known = await findKnownDevice(database, device.token, all)
  const tries = await openTries(counter, { ipAddress: device.ipAddress, account: key, device: known })
  const accounts = request.shopId === undefined ? all : all.filter(({ shopId }) => shopId === request.shopId)
  const matching = await limitChecks(() => checkAccounts(database, accounts, request.password))
  const [account] = matching
  if (!account) {
    recordFailures(database, accounts, device)
    return tries.fail(refused())
  }
  if (matching.length > 1) return { needs: 'store', stores: await nameStores(database, matching) }
  const { shopId, memberId } = account
  const shop = database.shop(shopId)
  if (request.code === undefined && (await hasSecondFactor(shop, memberId))) return { needs: 'code', shopId }
  const signedIn = await shop.transaction(async (tx) => {
    if (!(await passSecondFactor(tx, memberId, request.code ?? ''))) return null
    await recordAudit(tx, { kind: 'member', memberId }, 'member.signed_in', memberId, { ipAddress: device.ipAddress })
    const deviceToken = await rememberDevice(tx, memberId, known)
    return { token: await startSession(tx, memberId, device), deviceToken, shopId, memberId }
  })
  if (signedIn) return signedIn
  recordFailures(database, [account], device)
  return tries.fail(new ParleyError('UNAUTHENTICATED', 'The code is not right, or was used before.'))
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

/** The accounts that the password is right for. */
async function checkAccounts(
  database: Database,
  accounts: { shopId: string; memberId: string }[],
  password: string,
): Promise<{ shopId: string; memberId: string }[]> {
  const answers = await Promise.all(
    (accounts.length > 0 ? accounts : [null]).map(async (account) => {
      const stored = account && (await findPasswordHash(database.shop(account.shopId), account.memberId))
      const isRight = await verifyPassword(password, stored ?? (await unknownUserHash()))
      return isRight && stored ? account : null
    }),
  )
  return answers.filter((account) => account !== null)
}

async function nameStores(database: Database, accounts: { shopId: string }[]) {
  const stores = await Promise.all(accounts.map(({ shopId }) => findStore(database.shop(shopId))))
  return stores.flatMap((store) => (store ? [{ shopId: store.shopId, name: store.name }] : []))
}

/** Changes one's own password; all other sessions end. */
export async function changePassword(
  { caller, memberId, sessionId }: SignedIn,
  request: { current: string; password: string },
): Promise<void> {
  await checkPassword(request.password)
  await requirePassword(caller.shop, memberId, request.current)
  const passwordHash = await hashPassword(request.password)
  await caller.shop.transaction(async (tx) => {
    await updatePassword(tx, memberId, passwordHash)
    await deleteSessions(tx, memberId, sessionId)
    await deleteDevices(tx, memberId)
    await recordAudit(tx, caller.actor, 'password.changed', memberId)
  })
}
