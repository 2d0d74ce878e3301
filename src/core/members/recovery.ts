import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { OPERATOR_LINK_MS } from '#core/limits.ts'
import { mailMemberRecovered } from '#core/mail/outgoing-emails.ts'
import { findMember, findMemberByEmail, lockActiveAdmins, updateMember } from '#storage/members/members.ts'
import { deleteSessions } from '#storage/members/sessions.ts'
import { createMemberLink } from './invitations-and-resets.ts'
import { deleteSecondFactors } from './second-factor.ts'

/** How the operator lets a member in again who cannot sign in, or a store that lost its admins. */
export const RECOVERIES = ['reset-second-factor', 'reset-password', 'make-admin'] as const
export type Recovery = (typeof RECOVERIES)[number]

export interface RecoveredMember {
  memberId: string
  email: string
  role: 'admin' | 'member'
  /** Link of `reset-password`, which sets a new password once within an hour; null for the other actions. */
  link: { token: string; expiresAt: Date } | null
}

/**
 * Recovers an active member's access (spec C17). It ends their sessions, the audit log has it as the operator's, and the
 * store's admins are mailed (`sendsMail`). NOT_FOUND for an address that no member has.
 */
export function recoverMember(
  caller: Caller,
  { email, action }: { email: string; action: Recovery },
  sendsMail: boolean,
): Promise<RecoveredMember> {
  return caller.shop.transaction(async (tx) => {
    await lockActiveAdmins(tx)
    const known = await findMemberByEmail(tx, emailKey(email))
    const member = known && (await findMember(tx, known))
    if (!member) throw notFound('Member')
    if (!member.active) throw invalidParams('This member is deactivated; an admin has to activate them first.')
    const { id: memberId } = member
    const ofMember = { email: member.email, emailKey: emailKey(member.email), role: member.role, memberId }
    const made =
      action === 'reset-password'
        ? await createMemberLink(
            tx,
            { kind: 'password', ...ofMember, createdBy: memberId, byOperator: true },
            OPERATOR_LINK_MS,
          )
        : null
    if (action === 'reset-second-factor') await deleteSecondFactors(tx, memberId)
    const { role } = action === 'make-admin' ? await updateMember(tx, { ...member, role: 'admin' }) : member
    await deleteSessions(tx, memberId, null)
    await recordAudit(tx, caller.actor, AUDIT[action], memberId, action === 'make-admin' ? { role } : {})
    if (sendsMail) await mailMemberRecovered(tx, { email: member.email, act: ACTS[action] })
    const link = made && { token: made.token, expiresAt: made.invitation.expiresAt }
    return { memberId, email: member.email, role, link }
  })
}

const ACTS = {
  'reset-second-factor': 'turned off two-factor authentication, and removed the passkeys, of',
  'reset-password': 'made a link to a new password for',
  'make-admin': 'made an admin of',
} as const

const AUDIT = {
  'reset-second-factor': 'second_factor.reset',
  'reset-password': 'password_link.created',
  'make-admin': 'member.changed',
} as const
