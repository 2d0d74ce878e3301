import { currentTime } from '#base/clock.ts'
import { hashToken, newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Actor } from '#core/caller.ts'
import { checkEmail } from '#core/checks.ts'
import { invalidParams, notFound, ParleyError } from '#core/errors.ts'
import { MEMBER_LINK_MS } from '#core/limits.ts'
import { type MailLinks, mailInvitation, mailPasswordLink } from '#core/mail/outgoing-emails.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Database, Queries } from '#database/database.ts'
import {
  deleteInvitation,
  deleteInvitationsOf,
  deleteLinksForOthers,
  findMemberLink,
  insertMemberLink,
  listInvitations,
  type MemberLinkRow,
  takeMemberLink,
} from '#storage/members/invitations-and-resets.ts'
import { findAccounts, findMember, findMemberByEmail } from '#storage/members/members.ts'
import { isSingleSignOnOnly } from '#storage/members/single-sign-on.ts'
import { findStore } from '#storage/stores/stores.ts'
import { addMember } from './members.ts'
import { checkPassword, hashPassword, replacePassword, saltOf } from './passwords.ts'
import { hasSecondFactor } from './second-factor.ts'
import { type Device, newMemberToken, requireWayIn, type SignedIn, shopOfToken, startSession } from './sessions.ts'

/** An invitation that was not used yet. */
export type Invitation = Pick<MemberLinkRow, 'id' | 'email' | 'role' | 'createdBy' | 'createdAt' | 'expiresAt'>

/** Stores that one address may be a member of, as signing in counts them. */
const ACCOUNTS_MAX = 50

const gone = () => new ParleyError('NOT_FOUND', 'This link is used, replaced or expired; ask an admin for another.')

/**
 * Invites an address. The token goes into a link that is mailed to it, where mail leaves and not too much did today; the
 * admin gets it too, this once.
 */
export async function invite(
  { caller, memberId }: SignedIn,
  request: { email: string; role: 'admin' | 'member' },
  mail: MailLinks,
): Promise<{ invitation: Invitation; token: string; isMailed: boolean }> {
  checkEmail(request.email)
  const key = emailKey(request.email)
  return caller.shop.transaction(async (tx) => {
    if (await findMemberByEmail(tx, key)) throw invalidParams('email is already used by a member.')
    const { email, role } = request
    const made = await createMemberLink(tx, {
      kind: 'invitation',
      email,
      role,
      emailKey: key,
      memberId: null,
      createdBy: memberId,
    })
    await recordAudit(tx, caller.actor, 'member.invited', made.invitation.id, { email, role })
    const isMailed = mail !== null && (await mailInvitation(tx, { to: email, token: made.token }, mail))
    return { ...made, isMailed }
  })
}

/** A link with which a member chooses a new password. */
export async function makePasswordLink({ caller, memberId: admin }: SignedIn, memberId: string) {
  return caller.shop.transaction(async (tx) => {
    const member = await findMember(tx, memberId)
    if (!member) throw notFound('Member')
    if (!member.active) throw invalidParams('This member is not active.')
    await requireWayIn(tx, 'link')
    const { email, role } = member
    await recordAudit(tx, caller.actor, 'password_link.created', memberId)
    return createMemberLink(tx, {
      kind: 'password',
      email,
      emailKey: emailKey(email),
      role,
      memberId,
      createdBy: admin,
    })
  })
}

/** Requests that one address may make in 15 minutes. */
const REQUESTS = 3

/**
 * Mails a link with which a member chooses a new password, to each store where the address is an active member's. The
 * answer is the same, and as quick, for an address that is nobody's. RATE_LIMITED for too many.
 */
export async function requestPasswordLink(
  database: Database,
  email: string,
  mail: NonNullable<MailLinks>,
  counter: RateCounter,
): Promise<void> {
  const key = emailKey(email)
  const name = `password-link:${hashToken(key)}`
  if (!(await counter.take({ [name]: REQUESTS }))) return
  for (const { shopId, memberId } of await findAccounts(database.system, key, ACCOUNTS_MAX)) {
    await database.shop(shopId).transaction(async (tx) => {
      const member = await findMember(tx, memberId)
      if (!member?.active || (await isSingleSignOnOnly(tx))) return
      const link = { kind: 'password' as const, email: member.email, emailKey: key, role: member.role }
      const { token } = await createMemberLink(tx, { ...link, memberId, createdBy: memberId })
      await recordAudit(tx, { kind: 'member', memberId }, 'password_link.created', memberId)
      await mailPasswordLink(tx, member.email, mail.linkOf(token))
    })
  }
}

/** Creates a link that works once, within `lifetimeMs`; the token is in no other place. */
export async function createMemberLink(
  tx: Queries,
  link: Omit<MemberLinkRow, 'id' | 'byOperator' | 'createdAt' | 'expiresAt'> & { byOperator?: boolean },
  lifetimeMs = MEMBER_LINK_MS,
): Promise<{ invitation: Invitation; token: string }> {
  const token = newMemberToken(tx.shopId)
  const createdAt = currentTime()
  const row = {
    byOperator: false,
    ...link,
    id: newId(),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  }
  await insertMemberLink(tx, { ...row, tokenHash: hashToken(token) })
  return { invitation: toInvitation(row), token }
}

export async function listOpenInvitations({ caller }: SignedIn): Promise<Invitation[]> {
  return (await listInvitations(caller.shop, currentTime())).map(toInvitation)
}

export async function withdrawInvitation({ caller }: SignedIn, id: string): Promise<Invitation> {
  return caller.shop.transaction(async (tx) => {
    const link = await deleteInvitation(tx, id)
    if (!link) throw notFound('Invitation')
    await recordAudit(tx, caller.actor, 'invitation.withdrawn', id, { email: link.email })
    return toInvitation(link)
  })
}

/** Ends what a member made for others who is no longer an active admin: open invitations, links to a new password. */
export async function endLinksForOthers(tx: Queries, actor: Actor, memberId: string): Promise<void> {
  for (const { id, kind, email } of await deleteLinksForOthers(tx, memberId)) {
    if (kind === 'invitation') await recordAudit(tx, actor, 'invitation.withdrawn', id, { email })
  }
}

/** What a link is for, for the page it leads to. */
export async function readLink(database: Database, token: string) {
  const shopId = shopOfToken(token)
  const shop = shopId ? database.shop(shopId) : null
  const link = shop && (await findMemberLink(shop, hashToken(token), currentTime()))
  if (!link) throw gone()
  return { kind: link.kind, email: link.email, storeName: (await findStore(shop))?.name ?? '' }
}

/**
 * Takes a link: an invitation makes the member, the other kind gives a new password and ends all of the member's
 * sessions. Signs in, unless a second factor stands before that.
 */
export async function takeLink(
  database: Database,
  request: { token: string; password: string; firstName?: string; lastName?: string },
  device: Device,
): Promise<{ token: string | null }> {
  const shopId = shopOfToken(request.token)
  if (!shopId) throw gone()
  await checkPassword(request.password)
  const shop = database.shop(shopId)
  const found = await findMemberLink(shop, hashToken(request.token), currentTime())
  if (!found) throw gone()
  const by = found.byOperator ? 'recovery' : 'link'
  await requireWayIn(shop, by)
  const passwordHash = await hashPassword(request.password, saltOf(shop.secrets, found.emailKey))
  return shop.transaction(async (tx) => {
    const link = await takeMemberLink(tx, hashToken(request.token), currentTime())
    if (!link) throw gone()
    const memberId = link.memberId ?? (await joinByInvitation(tx, link, { ...request, passwordHash }))
    await recordAudit(tx, { kind: 'member', memberId }, link.memberId ? 'password.changed' : 'member.joined', memberId)
    if (link.memberId) {
      if (!(await findMember(tx, memberId))?.active) throw gone()
      await replacePassword(tx, memberId, { passwordHash, keptSession: null })
    }
    return { token: (await hasSecondFactor(tx, memberId)) ? null : await startSession(tx, memberId, device, { by }) }
  })
}

async function joinByInvitation(
  tx: Queries,
  link: MemberLinkRow,
  names: { firstName?: string; lastName?: string; passwordHash: string },
): Promise<string> {
  if (await findMemberByEmail(tx, link.emailKey)) throw gone()
  await deleteInvitationsOf(tx, link.emailKey)
  return addMember(tx, { ...names, email: link.email, role: link.role })
}

function toInvitation({ id, email, role, createdBy, createdAt, expiresAt }: MemberLinkRow): Invitation {
  return { id, email, role, createdBy, createdAt, expiresAt }
}
