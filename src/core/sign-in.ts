import { hash } from 'node:crypto'
import { codePoints, emailKey } from '#base/text.ts'
import type { Database, Queries } from '#storage/database.ts'
import { findAccounts, findPasswordHash, updatePassword } from '#storage/members.ts'
import { deleteSessions } from '#storage/sessions.ts'
import { findStore } from '#storage/stores.ts'
import { invalidParams, ParleyError } from './errors.ts'
import { ACCOUNTS_MAX, PASSWORD, SIGN_IN_LIMITS } from './limits.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { RateCounter } from './rate-counter.ts'
import { hasSecondFactor, passSecondFactor } from './second-factor.ts'
import { type Device, type SignedIn, startSession } from './sessions.ts'

export interface SignInRequest {
  email: string
  password: string
  /** Which store, where the address belongs to members of several. */
  shopId?: string
  /** The second factor's code, or a recovery code. */
  code?: string
}

export type SignInOutcome =
  | { token: string; shopId: string; memberId: string }
  | { needs: 'store'; stores: { shopId: string; name: string }[] }
  | { needs: 'code'; shopId: string }

/** Nobody's password: an unknown address takes as long as a known one. Made when it is first wanted. */
let nobodys: Promise<string> | undefined
const nobodysHash = () => (nobodys ??= hashPassword('nobody has this password'))

/** Passwords being checked at once take 32 MiB each; more than this many have to come back later. */
const CHECKS_MAX = 32
let checks = 0

const refused = () => new ParleyError('UNAUTHENTICATED', 'The address or the password is not right.')

/** Signs a member in. What is asked for beyond the password is only told to who has the password. */
export async function signIn(
  database: Database,
  request: SignInRequest,
  device: Device,
  counter: RateCounter,
): Promise<SignInOutcome> {
  const key = emailKey(request.email)
  await countSignIn(counter, device.ipAddress, key)
  const all = await findAccounts(database.system, key, ACCOUNTS_MAX)
  const accounts = request.shopId === undefined ? all : all.filter(({ shopId }) => shopId === request.shopId)
  const rightful = await limited(() => checkAccounts(database, accounts, request.password))
  const [account] = rightful
  if (!account) throw refused()
  if (rightful.length > 1) return { needs: 'store', stores: await nameStores(database, rightful) }
  const { shopId, memberId } = account
  const shop = database.shop(shopId)
  if (request.code === undefined && (await hasSecondFactor(shop, memberId))) return { needs: 'code', shopId }
  return shop.transaction(async (tx) => {
    if (!(await passSecondFactor(tx, memberId, request.code ?? ''))) {
      throw new ParleyError('UNAUTHENTICATED', 'The code is not right, or was used before.')
    }
    return { token: await startSession(tx, memberId, device), shopId, memberId }
  })
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
      const isRight = await verifyPassword(password, stored ?? (await nobodysHash()))
      return isRight && stored ? account : null
    }),
  )
  return answers.filter((account) => account !== null)
}

async function nameStores(database: Database, accounts: { shopId: string }[]) {
  const stores = await Promise.all(accounts.map(({ shopId }) => findStore(database.shop(shopId))))
  return stores.flatMap((store) => (store ? [{ shopId: store.shopId, name: store.name }] : []))
}

/** Counts a try on the address it comes from and, where one is named, on the account. RATE_LIMITED over the limits. */
export async function countSignIn(counter: RateCounter, ipAddress: string, account?: string): Promise<void> {
  const address = network(ipAddress)
  const name = account === undefined ? [] : [hash('sha256', account, 'hex')]
  const [byAddress = 0, byAccount = 0, byBoth = 0] = await counter.hit([
    `sign-in:from:${address}`,
    ...name.flatMap((id) => [`sign-in:on:${id}`, `sign-in:on:${id}:from:${address}`]),
  ])
  const { address: perAddress, account: perAccount, both } = SIGN_IN_LIMITS
  if (byAddress > perAddress || byAccount > perAccount || byBoth > both) {
    throw new ParleyError('RATE_LIMITED', 'Too many tries. Wait 15 minutes before the next one.')
  }
}

/** Who has one IPv6 address has a whole network of them. */
function network(ipAddress: string): string {
  return ipAddress.includes(':') && !ipAddress.includes('.') ? ipAddress.split(':').slice(0, 4).join(':') : ipAddress
}

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (checks >= CHECKS_MAX) throw new ParleyError('UNAVAILABLE', 'Too many people sign in at once; try again shortly.')
  checks++
  try {
    return await work()
  } finally {
    checks--
  }
}

/** Refuses unless this is the member's password: before acts that a borrowed screen must not be enough for. */
export async function requirePassword(shop: Queries, memberId: string, password: string): Promise<void> {
  const stored = await findPasswordHash(shop, memberId)
  if (!stored || !(await limited(() => verifyPassword(password, stored)))) {
    throw invalidParams('That is not your current password.')
  }
}

/** Changes one's own password; all other sessions end. */
export async function changePassword(
  { caller, memberId, sessionId }: SignedIn,
  request: { current: string; password: string },
): Promise<void> {
  checkPassword(request.password)
  await requirePassword(caller.shop, memberId, request.current)
  const passwordHash = await hashPassword(request.password)
  await caller.shop.transaction(async (tx) => {
    await updatePassword(tx, memberId, passwordHash)
    await deleteSessions(tx, memberId, sessionId)
  })
}

export function checkPassword(password: string): void {
  const length = codePoints(password)
  if (length < PASSWORD.min || length > PASSWORD.max) {
    throw invalidParams(`password has ${length} characters; ${PASSWORD.min} to ${PASSWORD.max} are needed.`)
  }
}
