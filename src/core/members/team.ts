import { currentTime } from '#base/clock.ts'
import { given } from '#base/objects.ts'
import { codePoints } from '#base/text.ts'
import { endAssistants, NO_ADMIN } from '#core/assistants/assistants.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Actor } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import type { Transaction } from '#database/database.ts'
import { listIdentities } from '#storage/members/identities.ts'
import { deletePasswordLinks } from '#storage/members/invitations-and-resets.ts'
import { findMember, lockActiveAdmins, updateMember } from '#storage/members/members.ts'
import { listPasskeyOwners } from '#storage/members/passkeys.ts'
import { listSecondFactors } from '#storage/members/second-factor.ts'
import { deleteSessions } from '#storage/members/sessions.ts'
import { listSkills, type MemberSkills } from '#storage/members/skills.ts'
import { scheduleUnassign } from '#storage/members/unassign.ts'
import { endLinksForOthers } from './invitations-and-resets.ts'
import { displayName, listStoreMembers, type Member } from './members.ts'
import type { SignedIn } from './sessions.ts'

export interface MemberChange {
  firstName?: string | null
  lastName?: string | null
  enableAwayMode?: boolean
  /** For admins. */
  role?: 'admin' | 'member'
  active?: boolean
}

/** The team as its admins see it. */
export async function listTeam({
  caller,
}: SignedIn): Promise<(Member & MemberSkills & { hasSecondFactor: boolean; hasSingleSignOn: boolean })[]> {
  const [members, withApp, withPasskey, skills, identities] = await Promise.all([
    listStoreMembers(caller),
    listSecondFactors(caller.shop),
    listPasskeyOwners(caller.shop),
    listSkills(caller.shop),
    listIdentities(caller.shop),
  ])
  const secured = new Set([...withApp, ...withPasskey])
  const linked = new Set(identities.map(({ memberId }) => memberId))
  return members.map((member) => ({
    ...member,
    ...(skills.get(member.id) ?? { capacity: null, languages: [] }),
    hasSecondFactor: secured.has(member.id),
    hasSingleSignOn: linked.has(member.id),
  }))
}

/**
 * Changes a member. A member who is deactivated loses their open conversations a moment later (`createUnassignWorker`), every
 * session, and their links to a new password; one who is no
 * longer an active admin the assistants that they allowed and the links that they made for others. A store keeps one active
 * admin (the last admin cannot be removed): otherwise no one could admit anyone again.
 */
export function changeMember({ caller }: SignedIn, id: string, change: MemberChange): Promise<Member> {
  return caller.shop.transaction((tx) => changeMemberIn(tx, caller.actor, id, change))
}

/** `changeMember` as a part of a transaction. */
export async function changeMemberIn(tx: Transaction, actor: Actor, id: string, change: MemberChange): Promise<Member> {
  const admins = await lockActiveAdmins(tx)
  const member = await findMember(tx, id)
  if (!member) throw notFound('Member')
  const { firstName, lastName, enableAwayMode, role, active } = change
  const next = { ...member, ...given({ firstName, lastName, enableAwayMode, role, active }) }
  if (change.firstName !== undefined || change.lastName !== undefined) {
    for (const name of ['firstName', 'lastName'] as const) {
      next[name] = next[name]?.trim() || null
      if (codePoints(next[name] ?? '') > 100) throw invalidParams(`${name} has more than 100 characters.`)
    }
    next.fullName = displayName(next)
  }
  const steppedDown = next.role !== 'admin' || !next.active
  if (steppedDown && admins.includes(id) && admins.length === 1) {
    throw invalidParams('This is the last active admin; make another member an admin first.')
  }
  const saved = await updateMember(tx, next)
  const changed = given({ firstName, lastName, role, active, enableAwayMode })
  await recordAudit(tx, actor, 'member.changed', id, changed)
  if (next.role !== member.role) tx.signal({ kind: 'access' })
  if (next.active !== member.active || next.enableAwayMode !== member.enableAwayMode) tx.signal({ kind: 'team' })
  if (!next.active) {
    await scheduleUnassign(tx, [id], currentTime())
    await deleteSessions(tx, id, null)
    await deletePasswordLinks(tx, id)
  }
  if (steppedDown) {
    await endAssistants(tx, actor, NO_ADMIN, id)
    await endLinksForOthers(tx, actor, id)
  }
  return saved
}
