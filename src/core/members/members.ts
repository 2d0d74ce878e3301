import type { Caller } from '#core/caller.ts'
import { notFound, notListed } from '#core/errors.ts'
import type { Queries } from '#database/database.ts'
import { findMember, listMembers, type MemberRow } from '#storage/members/members.ts'

export type Member = MemberRow

/** All members of the store, inactive ones too, oldest first. */
export function listStoreMembers(caller: Caller): Promise<Member[]> {
  return listMembers(caller.shop)
}

export async function getMember(caller: Caller, id: string): Promise<Member> {
  const member = await findMember(caller.shop, id)
  if (!member) throw notFound('Member')
  return member
}

/** The member a body names, who must be an active one of this store (spec C6.5). */
export async function requireActiveMember(shop: Queries, id: string): Promise<Member> {
  return requireActive(await findMember(shop, id))
}

/** Requires an active member that was looked up already. */
export function requireActive<M extends Pick<Member, 'active'>>(member: M | undefined): M {
  if (!member?.active) throw notListed('memberId is not an active member of this store.', 'members')
  return member
}

/** A member's display name by default: first and last name, otherwise the address. */
export function displayName(member: { firstName: string | null; lastName: string | null; email: string }): string {
  return [member.firstName, member.lastName].filter(Boolean).join(' ') || member.email
}
