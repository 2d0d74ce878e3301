import { hash } from 'node:crypto'
import { insertRows } from './bulk.ts'
import type { Queries, SystemQueries } from './database.ts'

export interface MemberRow {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  fullName: string
  avatarUrl: string
  role: 'admin' | 'member'
  active: boolean
  enableAwayMode: boolean | null
  createdAt: Date
}

const COLUMNS = 'id, email, first_name, last_name, full_name, avatar_url, role, active, enable_away_mode, created_at'

export function listMembers(shop: Queries): Promise<MemberRow[]> {
  return shop.query<MemberRow>(`select ${COLUMNS} from members where shop_id = $1 order by created_at, id`)
}

export async function findMember(shop: Queries, id: string): Promise<MemberRow | undefined> {
  const [row] = await shop.query<MemberRow>(`select ${COLUMNS} from members where shop_id = $1 and id = $2`, [id])
  return row
}

/** A member to be stored. */
export type NewMember = MemberRow & { emailKey: string; passwordHash: string | null }

/** Inserts members, or replaces those with the same ids whole; their addresses are made findable. */
export async function saveMembers(tx: Queries, members: NewMember[]): Promise<void> {
  await insertRows(
    tx,
    'members',
    {
      id: 'text',
      email: 'text',
      email_key: 'text',
      first_name: 'text',
      last_name: 'text',
      full_name: 'text',
      avatar_url: 'text',
      role: 'text',
      active: 'boolean',
      enable_away_mode: 'boolean',
      password_hash: 'text',
      created_at: 'timestamptz',
    },
    members,
    'replace',
  )
  await tx.query(
    "delete from shop_directory where shop_id = $1 and kind = 'member_email' and ref_id = any($2::text[])",
    [members.map(({ id }) => id)],
  )
  await tx.query(
    `insert into shop_directory (kind, lookup, shop_id, ref_id)
     select 'member_email', m.lookup, $1, m.id from unnest($2::text[], $3::text[]) as m (lookup, id)`,
    [members.map(({ emailKey }) => `${emailHash(emailKey)}:${tx.shopId}`), members.map(({ id }) => id)],
  )
}

/** The directory holds hashes of addresses, not addresses. */
function emailHash(emailKey: string): string {
  return hash('sha256', emailKey, 'hex')
}

/** The members that an address belongs to: one a store at most. */
export function findAccounts(
  system: SystemQueries,
  emailKey: string,
  limit: number,
): Promise<{ shopId: string; memberId: string }[]> {
  const prefix = emailHash(emailKey)
  return system.query<{ shopId: string; memberId: string }>(
    `select shop_id, ref_id as member_id from shop_directory
     where kind = 'member_email' and lookup > $1 and lookup < $2 order by lookup limit $3`,
    [`${prefix}:`, `${prefix};`, limit],
  )
}

/** An active member's password hash; null where none was ever set. */
export async function findPasswordHash(shop: Queries, id: string): Promise<string | null | undefined> {
  const [row] = await shop.query<{ passwordHash: string | null }>(
    'select password_hash from members where shop_id = $1 and id = $2 and active',
    [id],
  )
  return row?.passwordHash
}

export async function updatePassword(tx: Queries, id: string, passwordHash: string): Promise<void> {
  await tx.query('update members set password_hash = $3 where shop_id = $1 and id = $2', [id, passwordHash])
}

/** Changes what a member shows and may do; answers them as they are now. */
export async function updateMember(
  tx: Queries,
  member: Pick<
    MemberRow,
    'id' | 'firstName' | 'lastName' | 'fullName' | 'avatarUrl' | 'role' | 'active' | 'enableAwayMode'
  >,
): Promise<MemberRow> {
  const [row] = await tx.query<MemberRow>(
    `update members set first_name = $3, last_name = $4, full_name = $5, avatar_url = $6, role = $7, active = $8,
       enable_away_mode = $9 where shop_id = $1 and id = $2 returning ${COLUMNS}`,
    [
      member.id,
      member.firstName,
      member.lastName,
      member.fullName,
      member.avatarUrl,
      member.role,
      member.active,
      member.enableAwayMode,
    ],
  )
  return row as MemberRow
}

/** Active admins, held: of two who step down at once the second finds itself the last. */
export async function lockActiveAdmins(tx: Queries): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "select id from members where shop_id = $1 and role = 'admin' and active order by id for update",
  )
  return rows.map((row) => row.id)
}

/** The id of the member with this address, if any. */
export async function findMemberByEmail(shop: Queries, emailKey: string): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>('select id from members where shop_id = $1 and email_key = $2', [
    emailKey,
  ])
  return row?.id
}
