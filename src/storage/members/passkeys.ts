import { hash } from 'node:crypto'
import type { Queries, SystemQueries } from '#database/database.ts'

/** Passkeys of members (migrations/0075). Ids of credentials and public keys are texts in base64url. */

export interface PasskeyRow {
  id: string
  memberId: string
  credentialId: string
  /** COSE. */
  publicKey: string
  transports: string[]
  name: string
  /** Kept by a password manager on several devices. */
  isSynced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** A passkey to be stored. `counter`: signatures that its authenticator has counted; 0 if it counts none. */
export type NewPasskey = Omit<PasskeyRow, 'lastUsedAt'> & { counter: number }

const COLUMNS = 'id, member_id, credential_id, public_key, transports, name, is_synced, created_at, last_used_at'

const hashOf = (credentialId: string) => hash('sha256', credentialId, 'hex')

/** The store that a credential is of. */
export async function findStoreOfPasskey(system: SystemQueries, credentialId: string): Promise<string | undefined> {
  const [row] = await system.query<{ shopId: string }>(
    "select shop_id from shop_directory where kind = 'passkey' and lookup = $1",
    [hashOf(credentialId)],
  )
  return row?.shopId
}

/** The passkey with this credential, of an active member. */
export async function findPasskey(shop: Queries, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await shop.query<PasskeyRow>(
    `select ${COLUMNS} from passkeys where shop_id = $1 and credential_id = $2
       and exists (select 1 from members m where m.shop_id = $1 and m.id = passkeys.member_id and m.active)`,
    [credentialId],
  )
  return row
}

/** A member's passkeys, oldest first. */
export function listPasskeys(shop: Queries, memberId: string): Promise<PasskeyRow[]> {
  return shop.query<PasskeyRow>(
    `select ${COLUMNS} from passkeys where shop_id = $1 and member_id = $2 order by created_at, id`,
    [memberId],
  )
}

/** Members who have a passkey. */
export async function listPasskeyOwners(shop: Queries): Promise<string[]> {
  const rows = await shop.query<{ memberId: string }>('select distinct member_id from passkeys where shop_id = $1')
  return rows.map(({ memberId }) => memberId)
}

/** Stores a passkey; false if its credential is somebody's already, in whatever store. */
export async function insertPasskey(tx: Queries, passkey: NewPasskey): Promise<boolean> {
  const taken = await tx.query(
    `insert into shop_directory (shop_id, kind, lookup, ref_id) values ($1, 'passkey', $2, $3)
     on conflict (kind, lookup) do nothing returning 1`,
    [hashOf(passkey.credentialId), passkey.id],
  )
  if (taken.length === 0) return false
  await tx.query(
    `insert into passkeys (shop_id, id, member_id, credential_id, public_key, counter, transports, name, is_synced, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::text[], $8, $9, $10)`,
    [
      passkey.id,
      passkey.memberId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.isSynced,
      passkey.createdAt,
    ],
  )
  return true
}

/** Notes a use and its counter; false if the authenticator's counter did not go up, which a copy's does not. */
export async function noteSignature(
  tx: Queries,
  { id, counter, isSynced, now }: { id: string; counter: number; isSynced: boolean; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `update passkeys set counter = $3, is_synced = $4, last_used_at = $5
     where shop_id = $1 and id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning 1`,
    [id, counter, isSynced, now],
  )
  return rows.length > 0
}

/** Renames a member's passkey; false if the member has none with this id. */
export async function renamePasskey(tx: Queries, memberId: string, id: string, name: string): Promise<boolean> {
  const rows = await tx.query(
    'update passkeys set name = $4 where shop_id = $1 and member_id = $2 and id = $3 returning 1',
    [memberId, id, name],
  )
  return rows.length > 0
}

/** Deletes a member's passkey, or all of them; returns those. */
export async function deletePasskeys(tx: Queries, memberId: string, id: string | null = null): Promise<PasskeyRow[]> {
  tx.signal({ kind: 'sessions' }) // those of a member without another second factor may show nothing now
  const rows = await tx.query<PasskeyRow>(
    `delete from passkeys where shop_id = $1 and member_id = $2 and ($3::text is null or id = $3) returning ${COLUMNS}`,
    [memberId, id],
  )
  const lookups = rows.map(({ credentialId }) => hashOf(credentialId))
  if (rows.length > 0) {
    await tx.query("delete from shop_directory where shop_id = $1 and kind = 'passkey' and lookup = any($2::text[])", [
      lookups,
    ])
  }
  return rows
}
