import type { Actor } from '#core/caller.ts'
import { changeMemberIn } from '#core/members/team.ts'
import { moveBetweenTeams } from '#core/teams/teams.ts'
import type { Transaction } from '#database/database.ts'
import { findMember, lockActiveAdmins } from '#storage/members/members.ts'
import type { GroupRule, SingleSignOnRow } from '#storage/members/single-sign-on.ts'
import type { MemberIdentity } from './identity.ts'

/** Role that the groups give; null where they say nothing of it. */
function roleOf(rules: readonly GroupRule[], groups: ReadonlySet<string>): 'admin' | 'member' | null {
  const matched = rules.filter(({ group }) => groups.has(group)).map(({ role }) => role)
  if (matched.includes('admin')) return 'admin'
  // If a group makes admins, members of no such group are not admins.
  return matched.includes('member') || rules.some(({ role }) => role === 'admin') ? 'member' : null
}

/**
 * Gives a member the role and the teams of their groups, and takes away those of groups that they are no longer in. The
 * last active admin stays one. Does nothing where the issuer names no groups.
 */
export async function applyGroups(
  tx: Transaction,
  memberId: string,
  { lists }: MemberIdentity,
  { groupClaim, groups: rules }: SingleSignOnRow,
): Promise<void> {
  if (rules.length === 0 || !Object.hasOwn(lists, groupClaim)) return
  const actor: Actor = { kind: 'member', memberId }
  const groups = new Set(lists[groupClaim])
  const teams = rules.flatMap(({ group, teamId }) => (teamId ? [{ teamId, isIn: groups.has(group) }] : []))
  const join = teams.filter(({ isIn }) => isIn).map(({ teamId }) => teamId)
  const leave = teams.map(({ teamId }) => teamId).filter((id) => !join.includes(id))
  if (teams.length > 0) await moveBetweenTeams(tx, actor, memberId, { join, leave })
  const role = roleOf(rules, groups)
  const member = await findMember(tx, memberId)
  if (!role || !member || member.role === role) return
  const admins = await lockActiveAdmins(tx)
  if (role === 'member' && admins.length === 1 && admins[0] === memberId) return
  await changeMemberIn(tx, actor, memberId, { role })
}
