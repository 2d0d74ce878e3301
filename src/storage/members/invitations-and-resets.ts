import { hash } from 'node:crypto'
import type { Queries, SystemQueries } from '#database/database.ts'

export interface MemberLinkRow {
  id: string
  kind: 'invitation' | 'password'
  email: string
  emailKey: string
  role: 'admin' | 'member'
  memberId: string | null
  createdBy: string
  /** The operator's way back: it works where the store allows no other way in than single sign-on. */
  byOperator: boolean
  createdAt: Date
  expiresAt: Date
}

const COLUMNS = 'id, kind, email, email_key, role, member_id, created_by, by_operator, created_at, expires_at'

/** The directory holds hashes of addresses, not addresses. */
const lookupOf = (emailKey: string) => hash('sha256', emailKey, 'hex')

/** A link works while its maker has the right to make it: the member for their own password, otherwise an active admin. */
const IS_GIVEN = `(created_by = member_id or exists (
  select 1 from members a where a.shop_id = $1 and a.id = created_by and a.role = 'admin' and a.active))`

/** A new link takes the place of an older one of its kind for the same address. */
export async function insertMemberLink(tx: Queries, link: MemberLinkRow & { tokenHash: string }): Promise<void> {
  await tx.query('delete from member_invites_and_resets where shop_id = $1 and email_key = $2 and kind = $3', [
    link.emailKey,
    link.kind,
  ])
  await tx.query(
    `insert into member_invites_and_resets (shop_id, id, kind, token_hash, email, email_key, role, member_id, created_by, by_operator, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      link.id,
      link.kind,
      link.tokenHash,
      link.email,
      link.emailKey,
      link.role,
      link.memberId,
      link.createdBy,
      link.byOperator,
      link.createdAt,
      link.expiresAt,
    ],
  )
  if (link.kind !== 'invitation') return
  await tx.query(
    `insert into shop_directory (shop_id, kind, lookup, ref_id) values ($1, 'invitation_email', $2, $3)
     on conflict (kind, lookup) do update set ref_id = excluded.ref_id where shop_directory.shop_id = $1`,
    [`${lookupOf(link.emailKey)}:${tx.shopId}`, link.id],
  )
}

/** Stores that have invited an address, whether or not the invitation still works. */
export async function findInvitingStores(system: SystemQueries, emailKey: string, limit: number): Promise<string[]> {
  const prefix = lookupOf(emailKey)
  const rows = await system.query<{ shopId: string }>(
    `select shop_id from shop_directory where kind = 'invitation_email' and lookup > $1 and lookup < $2
     order by lookup limit $3`,
    [`${prefix}:`, `${prefix};`, limit],
  )
  return rows.map(({ shopId }) => shopId)
}

/** The invitation of an address that still works. */
export async function findInvitation(shop: Queries, emailKey: string, now: Date): Promise<MemberLinkRow | undefined> {
  const [row] = await shop.query<MemberLinkRow>(
    `select ${COLUMNS} from member_invites_and_resets
     where shop_id = $1 and email_key = $2 and kind = 'invitation' and expires_at > $3 and ${IS_GIVEN}`,
    [emailKey, now],
  )
  return row
}

/** Uses up the invitations of an address: it has become a member. */
export async function deleteInvitationsOf(tx: Queries, emailKey: string): Promise<void> {
  await tx.query(
    "delete from member_invites_and_resets where shop_id = $1 and email_key = $2 and kind = 'invitation'",
    [emailKey],
  )
  await tx.query("delete from shop_directory where shop_id = $1 and kind = 'invitation_email' and lookup = $2", [
    `${lookupOf(emailKey)}:${tx.shopId}`,
  ])
}

export async function findMemberLink(shop: Queries, tokenHash: string, now: Date): Promise<MemberLinkRow | undefined> {
  const [row] = await shop.query<MemberLinkRow>(
    `select ${COLUMNS} from member_invites_and_resets where shop_id = $1 and token_hash = $2 and expires_at > $3 and ${IS_GIVEN}`,
    [tokenHash, now],
  )
  return row
}

/** Uses a link up; nothing when somebody else was quicker. */
export async function takeMemberLink(tx: Queries, tokenHash: string, now: Date): Promise<MemberLinkRow | undefined> {
  const [row] = await tx.query<MemberLinkRow>(
    `delete from member_invites_and_resets where shop_id = $1 and token_hash = $2 and expires_at > $3 and ${IS_GIVEN} returning ${COLUMNS}`,
    [tokenHash, now],
  )
  return row
}

/** Invitations nobody has taken yet. */
export function listInvitations(shop: Queries, now: Date): Promise<MemberLinkRow[]> {
  return shop.query<MemberLinkRow>(
    `select ${COLUMNS} from member_invites_and_resets where shop_id = $1 and kind = 'invitation' and expires_at > $2 and ${IS_GIVEN}
     order by created_at, id limit 500`,
    [now],
  )
}

export async function deleteInvitation(shop: Queries, id: string): Promise<MemberLinkRow | undefined> {
  const [row] = await shop.query<MemberLinkRow>(
    `delete from member_invites_and_resets where shop_id = $1 and id = $2 and kind = 'invitation' returning ${COLUMNS}`,
    [id],
  )
  return row
}

/** Ends the links that a member made for others; returns them. */
export function deleteLinksForOthers(tx: Queries, createdBy: string): Promise<MemberLinkRow[]> {
  return tx.query<MemberLinkRow>(
    `delete from member_invites_and_resets where shop_id = $1 and created_by = $2 and member_id is distinct from $2
     returning ${COLUMNS}`,
    [createdBy],
  )
}

/** Deletes all password links of a member. */
export async function deletePasswordLinks(tx: Queries, memberId: string): Promise<void> {
  await tx.query("delete from member_invites_and_resets where shop_id = $1 and member_id = $2 and kind = 'password'", [
    memberId,
  ])
}
