import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { notFound } from '#core/errors.ts'
import { deleteIdentities } from '#storage/members/identities.ts'
import { findMember } from '#storage/members/members.ts'
import { deleteSessions } from '#storage/members/sessions.ts'

/**
 * Takes the accounts at issuers off a member, and ends their sessions: the next account that proves their address is linked.
 * For a person who got another account. NOT_FOUND for no member.
 */
export function unlinkIdentities(caller: Caller, memberId: string): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    if (!(await findMember(tx, memberId))) throw notFound('Member')
    if ((await deleteIdentities(tx, memberId)) === 0) return
    await deleteSessions(tx, memberId, null)
    await recordAudit(tx, caller.actor, 'single_sign_on.unlinked', memberId)
  })
}
