import { clock, currentTime } from '#base/clock.ts'
import { hashToken, newId, newToken } from '#base/ids.ts'
import { cutAddress } from '#base/network.ts'
import { firstCodePoints } from '#base/text.ts'
import { readUserAgent } from '#base/user-agent.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { notFound, ParleyError } from '#core/errors.ts'
import { PROOF_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from '#core/limits.ts'
import type { Database, Queries, Shop } from '#database/database.ts'
import { accessOf } from '#storage/conversation-access.ts'
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessions,
  findLastingSessions,
  findSession,
  type IssuerSession,
  insertSession,
  listSessions,
  proveSession,
  type SessionAges,
  type SignedInBy,
  touchSession,
} from '#storage/members/sessions.ts'
import { isSingleSignOnOnly } from '#storage/members/single-sign-on.ts'
import { requirePassword } from './passwords.ts'

/** The browser that a request comes from. */
export interface Device {
  ipAddress: string
  userAgent: string
  /** By which a browser that was signed in with before is known: one for each store. */
  tokens: readonly string[]
  /** Tokens of its sessions: one for each store, the one used last first. */
  sessions: readonly string[]
  /** That its password was checked a short while ago (checked-passwords.ts). */
  checked: string | null
  /** The cookie that challenges of passkeys are bound to. */
  browser: string
}

/** A member who signed in, as a request of theirs is known. */
export interface SignedIn {
  caller: Caller
  sessionId: string
  memberId: string
  role: 'admin' | 'member'
  signedInBy: SignedInBy
  /** When the password was last proven in this session. */
  reauthenticatedAt: Date
  /** The store asks for a second factor, and the member has none: until then only that can be set up. */
  lacksSecondFactor: boolean
}

/** How exactly a session's last use is kept; and where the store ends unused sessions after minutes. */
const SEEN_EVERY_MS = 5 * 60 * 1000
const SEEN_EXACTLY_MS = 30 * 1000

/** A secret for one store's member to hold. It says which store it is of, so that it is looked up there. */
export function newMemberToken(shopId: string): string {
  return `${shopId}.${newToken('', 32)}`
}

/** The store that a token names, where it has the form of one. */
export function shopOfToken(token: string): string | null {
  return /^([\w-]{1,64})\.[0-9a-f]{64}$/.exec(token)?.[1] ?? null
}

/** How a member comes in. `provenAt`: when they last proved to the issuer who they are. */
export type WayIn =
  | { by: Exclude<SignedInBy, 'single_sign_on'> }
  | { by: 'single_sign_on'; atIssuer: IssuerSession; provenAt: Date }

/** SINGLE_SIGN_ON_NEEDED where the store allows no other way in: each way but the issuer's and the operator's asks here. */
export async function requireWayIn(shop: Queries, by: SignedInBy): Promise<void> {
  if (by === 'single_sign_on' || by === 'recovery') return
  if (!(await isSingleSignOnOnly(shop))) return
  throw new ParleyError('SINGLE_SIGN_ON_NEEDED', 'This store is signed in to by single sign-on only.')
}

/** A new session; its token is given out once and kept as a hash. */
export async function startSession(tx: Queries, memberId: string, device: Device, way: WayIn): Promise<string> {
  await requireWayIn(tx, way.by)
  const token = newMemberToken(tx.shopId)
  const now = currentTime()
  await deleteEndedSessions(tx, sessionAges())
  await insertSession(tx, {
    id: newId(),
    memberId,
    tokenHash: hashToken(token),
    ipAddress: device.ipAddress,
    userAgent: firstCodePoints(device.userAgent, 300),
    createdAt: now,
    signedInBy: way.by,
    ...(way.by === 'single_sign_on' ? way : { provenAt: now, atIssuer: null }),
  })
  return token
}

/** The active member that a session's token belongs to, or null. `isUse`: the session is used, which keeps it from ending. */
export async function findSignedIn(
  database: Database,
  token: string,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<SignedIn | null> {
  const shopId = shopOfToken(token)
  if (!shopId) return null
  const shop = database.shop(shopId)
  const session = await findSession(shop, hashToken(token), sessionAges())
  if (!session) return null
  const now = currentTime()
  const every = session.endsSoon ? SEEN_EXACTLY_MS : SEEN_EVERY_MS
  if (isUse && now.getTime() - session.lastSeenAt.getTime() > every) await touchSession(shop, session.id, now)
  const { id: sessionId, memberId, role, signedInBy, reauthenticatedAt, lacksSecondFactor } = session
  const caller = { shop, actor: { kind: 'member', memberId }, access: accessOf(memberId, session) } as const
  return { caller, sessionId, memberId, role, signedInBy, reauthenticatedAt, lacksSecondFactor }
}

/** Which of these sessions still show the store's data: not ended, and not without a second factor that the store asks for. */
export async function lastingSessions(shop: Shop, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await findLastingSessions(shop, ids, sessionAges()))
}

/** Refuses unless the password was proven a short while ago: before an act that a borrowed screen is not enough for. */
export function requireRecentAuth({ reauthenticatedAt }: SignedIn): void {
  if (clock.now() - reauthenticatedAt.getTime() <= PROOF_MS) return
  throw new ParleyError(
    'PASSWORD_NEEDED',
    'Confirm it is you first: POST /api/chat/session/password, or /api/chat/session/passkey.',
  )
}

/** Notes that the member has just proven to know the password. */
export async function reauthenticate({ caller, memberId, sessionId }: SignedIn, password: string): Promise<void> {
  await requirePassword(caller.shop, memberId, password)
  await proveSession(caller.shop, sessionId, currentTime())
}

export async function listOwnSessions({ caller, memberId, sessionId }: SignedIn) {
  const sessions = await listSessions(caller.shop, memberId, sessionAges())
  return sessions.map(({ memberId: _, ipAddress, ...session }) => ({
    ...session,
    ...readBrowser(session.userAgent),
    ipAddress: cutAddress(ipAddress),
    isCurrent: session.id === sessionId,
  }))
}

/** Ends one of one's own sessions. */
export function endSession({ caller, memberId, sessionId }: SignedIn, id: string): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    if (!(await deleteSession(tx, memberId, id))) throw notFound('Session')
    await recordAudit(tx, caller.actor, 'session.ended', memberId, id === sessionId ? { isSignOut: true } : {})
  })
}

/** Ends one's own sessions in all other browsers. */
export function endOtherSessions({ caller, memberId, sessionId }: SignedIn): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    const ended = await deleteSessions(tx, memberId, sessionId)
    if (ended > 0) await recordAudit(tx, caller.actor, 'session.ended', memberId, { sessions: ended })
  })
}

/** The browser and the system that a User-Agent names; null for one that is not known. */
export function readBrowser(userAgent: string): { browser: string | null; system: string | null } {
  const { browser, os } = readUserAgent(userAgent)
  return { browser, system: os }
}

/** Sessions seen and made after these have not ended. */
export function sessionAges(): SessionAges {
  const now = clock.now()
  return { seenAfter: new Date(now - SESSION_IDLE_MS), madeAfter: new Date(now - SESSION_MAX_MS), now: new Date(now) }
}
