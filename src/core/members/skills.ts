import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { notFound } from '#core/errors.ts'
import { type MemberSkills, saveSkills } from '#storage/members/skills.ts'

/**
 * Saves how many open conversations a member is assigned at most, and the languages that they speak with customers; for admins.
 * A higher capacity may make a full member available. NOT_FOUND for no member.
 */
export function setSkills(caller: Caller, memberId: string, given: MemberSkills): Promise<MemberSkills> {
  return caller.shop.transaction(async (tx) => {
    const skills = { ...given, languages: [...new Set(given.languages)] }
    if (!(await saveSkills(tx, memberId, skills))) throw notFound('Member')
    await recordAudit(tx, caller.actor, 'member.changed', memberId, { ...skills })
    tx.announce?.('team_assignment_queue')
    return skills
  })
}
