import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { notFound, notListed } from '#core/errors.ts'
import type { Queries } from '#database/database.ts'
import { findMember, listMembers, type MemberRow, saveMembers } from '#storage/members/members.ts'

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

/** Adds an active member, whose address must not be another member's; returns the id. Without a password they sign in another way. */
export async function addMember(
  tx: Queries,
  {
    email,
    role,
    firstName = '',
    lastName = '',
    passwordHash = null,
  }: { email: string; role: Member['role']; firstName?: string; lastName?: string; passwordHash?: string | null },
): Promise<string> {
  const names = { firstName: firstName.trim() || null, lastName: lastName.trim() || null, email }
  const id = newId()
  const shown = { fullName: displayName(names), avatarUrl: '', role, active: true, enableAwayMode: null }
  await saveMembers(tx, [{ ...names, ...shown, id, emailKey: emailKey(email), passwordHash, createdAt: currentTime() }])
  return id
}
