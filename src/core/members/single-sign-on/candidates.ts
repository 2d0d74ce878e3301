import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import { ACCOUNTS_MAX } from '#core/limits.ts'
import type { Database, Queries } from '#database/database.ts'
import { findIdentity, findLinkedAccounts, isLinked } from '#storage/members/identities.ts'
import { findInvitation, findInvitingStores, type MemberLinkRow } from '#storage/members/invitations-and-resets.ts'
import { findAccounts, findMember, findMemberByEmail } from '#storage/members/members.ts'
import { findSingleSignOn } from '#storage/members/single-sign-on.ts'
import type { MemberIdentity } from './identity.ts'
import type { SignInRefusal } from './refusals.ts'

/** How an account at an issuer gets into a store. */
export type SignInCandidate =
  | { kind: 'linked'; memberId: string }
  | { kind: 'member'; memberId: string }
  | { kind: 'invited'; link: MemberLinkRow }
  | { kind: 'domain'; role: 'admin' | 'member' }

/** Stores that an account may get into: where it is linked, where its address is a member's or is invited. */
export async function listStoresOf({ system }: Database, identity: MemberIdentity): Promise<string[]> {
  const linked = await findLinkedAccounts(system, identity, ACCOUNTS_MAX)
  const shops = new Set(linked.map(({ shopId }) => shopId))
  if (identity.verifiedEmail !== null) {
    const key = emailKey(identity.verifiedEmail)
    for (const { shopId } of await findAccounts(system, key, ACCOUNTS_MAX)) shops.add(shopId)
    for (const shopId of await findInvitingStores(system, key, ACCOUNTS_MAX)) shops.add(shopId)
  }
  return [...shops].slice(0, ACCOUNTS_MAX)
}

/**
 * How an account gets into this store, or why it does not. `isNamed`: the person came for this very store, without which
 * an address of an allowed domain makes no member: another store's admin must not draw people in.
 */
export async function judgeCandidate(
  shop: Queries,
  identity: MemberIdentity,
  { isNamed, isOwn }: { isNamed: boolean; isOwn: boolean },
): Promise<SignInCandidate | SignInRefusal> {
  const settings = await findSingleSignOn(shop)
  // A store whose own issuer is the only way in does not take the operator's.
  if (!isOwn && settings.isOnly && settings.issuer !== null) return 'off'
  const linkedTo = await findIdentity(shop, identity)
  if (linkedTo) {
    return (await findMember(shop, linkedTo))?.active ? { kind: 'linked', memberId: linkedTo } : 'deactivated'
  }
  if (identity.verifiedEmail === null) return 'unverified'
  const key = emailKey(identity.verifiedEmail)
  const memberId = await findMemberByEmail(shop, key)
  if (memberId) {
    if (!(await findMember(shop, memberId))?.active) return 'deactivated'
    return (await isLinked(shop, memberId, identity.issuer)) ? 'linked' : { kind: 'member', memberId }
  }
  const link = await findInvitation(shop, key, currentTime())
  if (link) return { kind: 'invited', link }
  const domain = key.slice(key.lastIndexOf('@') + 1)
  const allowed = isNamed ? settings.allowedDomains.find((one) => one.domain === domain) : undefined
  return allowed ? { kind: 'domain', role: allowed.role } : 'unknown'
}
