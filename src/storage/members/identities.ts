import { hash } from 'node:crypto'
import type { Queries, SystemQueries } from '#database/database.ts'

/** Accounts at issuers that members sign in with (migrations/0050). */

export interface IdentityKey {
  issuer: string
  subject: string
}

export interface IdentityRow extends IdentityKey {
  memberId: string
  email: string
  createdAt: Date
  lastUsedAt: Date
}

const hashOf = ({ issuer, subject }: IdentityKey) => hash('sha256', JSON.stringify([issuer, subject]), 'hex')

/** The members that an account at an issuer is linked to: one per store. */
export function findLinkedAccounts(
  system: SystemQueries,
  key: IdentityKey,
  limit: number,
): Promise<{ shopId: string; memberId: string }[]> {
  const prefix = hashOf(key)
  return system.query<{ shopId: string; memberId: string }>(
    `select shop_id, ref_id as member_id from shop_directory
     where kind = 'oidc_subject' and lookup > $1 and lookup < $2 order by lookup limit $3`,
    [`${prefix}:`, `${prefix};`, limit],
  )
}

/** The member that an account is linked to in this store. */
export async function findIdentity(shop: Queries, { issuer, subject }: IdentityKey): Promise<string | undefined> {
  const [row] = await shop.query<{ memberId: string }>(
    'select member_id from member_identities where shop_id = $1 and issuer = $2 and subject = $3',
    [issuer, subject],
  )
  return row?.memberId
}

/** Whether a member signs in with some account at the issuer. */
export async function isLinked(shop: Queries, memberId: string, issuer: string): Promise<boolean> {
  const rows = await shop.query(
    'select 1 from member_identities where shop_id = $1 and member_id = $2 and issuer = $3',
    [memberId, issuer],
  )
  return rows.length > 0
}

/** Links an account; false where it, or the member at this issuer, is linked already. */
export async function insertIdentity(
  tx: Queries,
  { issuer, subject, memberId, email }: Pick<IdentityRow, 'issuer' | 'subject' | 'memberId' | 'email'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into member_identities (shop_id, issuer, subject, member_id, email, created_at, last_used_at)
     values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing returning 1`,
    [issuer, subject, memberId, email, now],
  )
  if (rows.length === 0) return false
  await tx.query(
    `insert into shop_directory (shop_id, kind, lookup, ref_id) values ($1, 'oidc_subject', $2, $3)
     on conflict (kind, lookup) do update set ref_id = excluded.ref_id where shop_directory.shop_id = $1`,
    [`${hashOf({ issuer, subject })}:${tx.shopId}`, memberId],
  )
  return true
}

export async function touchIdentity(tx: Queries, { issuer, subject }: IdentityKey, now: Date): Promise<void> {
  await tx.query('update member_identities set last_used_at = $4 where shop_id = $1 and issuer = $2 and subject = $3', [
    issuer,
    subject,
    now,
  ])
}

/** Unlinks all accounts of a member; returns how many there were. */
export async function deleteIdentities(tx: Queries, memberId: string): Promise<number> {
  const rows = await tx.query('delete from member_identities where shop_id = $1 and member_id = $2 returning 1', [
    memberId,
  ])
  await tx.query("delete from shop_directory where shop_id = $1 and kind = 'oidc_subject' and ref_id = $2", [memberId])
  return rows.length
}

/** Members who are linked to an account, with the address that it was linked by. */
export function listIdentities(shop: Queries): Promise<Pick<IdentityRow, 'memberId' | 'issuer' | 'email'>[]> {
  return shop.query(
    'select member_id, issuer, email from member_identities where shop_id = $1 order by member_id, issuer',
  )
}
