import { hash } from 'node:crypto'
import { insertRows } from '#database/bulk.ts'
import type { Queries, SystemQueries } from '#database/database.ts'
import { boolean, nullable, type RowOf, table, text, time } from '#database/table-schema.ts'

const MEMBER = table({
  id: text(),
  email: text(),
  firstName: nullable(text()),
  lastName: nullable(text()),
  fullName: text(),
  avatarUrl: text(),
  role: text<'admin' | 'member'>(),
  active: boolean(),
  enableAwayMode: nullable(boolean()),
  createdAt: time(),
})
export type MemberRow = RowOf<typeof MEMBER>

const COLUMNS = MEMBER.list()

/** With what a member signs in by. */
const STORED_MEMBER = table({ ...MEMBER.columns, emailKey: text(), passwordHash: nullable(text()) })

/** A member to be stored. */
export type NewMember = RowOf<typeof STORED_MEMBER>

export function listMembers(shop: Queries): Promise<MemberRow[]> {
  return shop.query<MemberRow>(`select ${COLUMNS} from members where shop_id = $1 order by created_at, id`)
}

export async function findMember(shop: Queries, id: string): Promise<MemberRow | undefined> {
  const [row] = await shop.query<MemberRow>(`select ${COLUMNS} from members where shop_id = $1 and id = $2`, [id])
  return row
}

/** Inserts members, or replaces those with the same ids whole; their addresses are made findable. */
export async function saveMembers(tx: Queries, members: NewMember[]): Promise<void> {
  await insertRows(tx, 'members', STORED_MEMBER.types, members, 'replace')
  const ids = members.map(({ id }) => id)
  // Asked first: on Citus a delete makes all writers of the directory wait, and most members are new.
  const [known] = await tx.query(`select 1 from shop_directory ${ENTRIES_OF} limit 1`, [ids])
  if (known) await tx.query(`delete from shop_directory ${ENTRIES_OF}`, [ids])
  await enterMembers(tx, members)
}

/** Makes members findable by their addresses; none of them may be so yet. */
export async function enterMembers(tx: Queries, members: Pick<NewMember, 'id' | 'emailKey'>[]): Promise<void> {
  await tx.query(
    `insert into shop_directory (kind, lookup, shop_id, ref_id)
     select 'member_email', m.lookup, $1, m.id from unnest($2::text[], $3::text[]) as m (lookup, id)`,
    [members.map(({ emailKey }) => `${emailHash(emailKey)}:${tx.shopId}`), members.map(({ id }) => id)],
  )
}

const ENTRIES_OF = "where shop_id = $1 and kind = 'member_email' and ref_id = any($2::text[])"

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

/** The member with an address in lower case, inactive ones too. */
export async function findMemberIdByEmail(shop: Queries, emailKey: string): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>('select id from members where shop_id = $1 and email_key = $2', [
    emailKey,
  ])
  return row?.id
}

/** Names of members, by their ids. */
export async function findMemberNames(shop: Queries, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await shop.query<{ id: string; fullName: string }>(
    'select id, full_name from members where shop_id = $1 and id = any($2::text[])',
    [ids],
  )
  return new Map(rows.map(({ id, fullName }) => [id, fullName]))
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

/** Stores another hash of the same password, unless the password was changed in the meantime. */
export async function rehashPassword(
  tx: Queries,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.query('update members set password_hash = $4 where shop_id = $1 and id = $2 and password_hash = $3', [
    id,
    from,
    to,
  ])
}

/** Changes what a member shows and may do; returns them as they are now. */
export async function updateMember(
  tx: Queries,
  { id, firstName, lastName, fullName, role, active, enableAwayMode }: MemberRow,
): Promise<MemberRow> {
  const { sql, values } = MEMBER.assign({ firstName, lastName, fullName, role, active, enableAwayMode }, 3)
  const [row] = await tx.query<MemberRow>(
    `update members set ${sql} where shop_id = $1 and id = $2 returning ${COLUMNS}`,
    [id, ...values],
  )
  return row as MemberRow
}

/** Active admins, by id. */
export function listActiveAdmins(shop: Queries): Promise<Pick<MemberRow, 'id' | 'email'>[]> {
  return shop.query("select id, email from members where shop_id = $1 and role = 'admin' and active order by id")
}

/** Active admins, held: of two who step down at once the second finds itself the last. */
export async function lockActiveAdmins(tx: Queries): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "select id from members where shop_id = $1 and role = 'admin' and active order by id for update",
  )
  return rows.map((row) => row.id)
}

/** The active members with these addresses, in lowercase, by their address. */
export async function findMembersByEmail(
  shop: Queries,
  emailKeys: string[],
): Promise<Map<string, { id: string; name: string }>> {
  const rows = await shop.query<{ id: string; fullName: string; emailKey: string }>(
    'select id, full_name, email_key from members where shop_id = $1 and email_key = any($2::text[]) and active',
    [emailKeys],
  )
  return new Map(rows.map(({ id, fullName, emailKey }) => [emailKey, { id, name: fullName }]))
}

/** The id of the member with this address, if any. */
export async function findMemberByEmail(shop: Queries, emailKey: string): Promise<string | undefined> {
  const [row] = await shop.query<{ id: string }>('select id from members where shop_id = $1 and email_key = $2', [
    emailKey,
  ])
  return row?.id
}
