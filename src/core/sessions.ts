import { clock, currentTime } from '#base/clock.ts'
import { hashToken, newId, newToken } from '#base/ids.ts'
import { firstCodePoints } from '#base/text.ts'
import type { Database, Queries } from '#storage/database.ts'
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  listSessions,
  type SessionAges,
  touchSession,
} from '#storage/sessions.ts'
import type { Caller } from './caller.ts'
import { notFound } from './errors.ts'
import { SESSION_IDLE_MS, SESSION_MAX_MS } from './limits.ts'

/** Which device a session is used on, for the list that its member sees. */
export interface Device {
  ipAddress: string
  userAgent: string
}

/** A member who signed in, as a request of theirs is known. */
export interface SignedIn {
  caller: Caller
  sessionId: string
  memberId: string
  role: 'admin' | 'member'
}

/** How exactly a session's last use is kept. */
const SEEN_EVERY_MS = 5 * 60 * 1000

/** A secret for one store's member to hold. It says which store it is of, so that it is looked up there. */
export function newMemberToken(shopId: string): string {
  return `${shopId}.${newToken('', 32)}`
}

/** The store that a token names, where it has the form of one. */
export function shopOfToken(token: string): string | null {
  return /^([\w-]{1,64})\.[0-9a-f]{64}$/.exec(token)?.[1] ?? null
}

/** A new session; its token is given out once and kept as a hash. */
export async function startSession(tx: Queries, memberId: string, device: Device): Promise<string> {
  const token = newMemberToken(tx.shopId)
  const now = currentTime()
  await deleteEndedSessions(tx, livingNow())
  await insertSession(tx, {
    id: newId(),
    memberId,
    tokenHash: hashToken(token),
    ipAddress: device.ipAddress,
    userAgent: firstCodePoints(device.userAgent, 300),
    createdAt: now,
    lastSeenAt: now,
  })
  return token
}

/** Who a session's token belongs to: an active member, or nobody. */
export async function findSignedIn(database: Database, token: string): Promise<SignedIn | null> {
  const shopId = shopOfToken(token)
  if (!shopId) return null
  const shop = database.shop(shopId)
  const session = await findSession(shop, hashToken(token), livingNow())
  if (!session) return null
  const now = currentTime()
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS) await touchSession(shop, session.id, now)
  const { id: sessionId, memberId, role } = session
  return { caller: { shop, actor: { kind: 'member', memberId } }, sessionId, memberId, role }
}

export async function listOwnSessions({ caller, memberId, sessionId }: SignedIn) {
  const sessions = await listSessions(caller.shop, memberId, livingNow())
  return sessions.map(({ memberId: _, ...session }) => ({ ...session, isCurrent: session.id === sessionId }))
}

/** Ends one of one's own sessions. */
export async function endSession({ caller, memberId }: SignedIn, id: string): Promise<void> {
  if (!(await deleteSession(caller.shop, memberId, id))) throw notFound('Session')
}

export function endOtherSessions({ caller, memberId, sessionId }: SignedIn): Promise<void> {
  return deleteSessions(caller.shop, memberId, sessionId)
}

/** Ends whatever session a token is of, if any: before another takes its place. */
export async function endByToken(database: Database, token: string): Promise<void> {
  const signedIn = await findSignedIn(database, token)
  if (signedIn) await deleteSession(signedIn.caller.shop, signedIn.memberId, signedIn.sessionId)
}

function livingNow(): SessionAges {
  const now = clock.now()
  return { seenAfter: new Date(now - SESSION_IDLE_MS), madeAfter: new Date(now - SESSION_MAX_MS) }
}
