import type { Queries } from '#database/database.ts'

export interface KeyRow {
  id: string
  name: string
  createdAt: Date
  /** When it was last used, and from which IP address; null until then. */
  lastUsedAt: Date | null
  lastUsedFrom: string | null
}

export async function insertKey(
  tx: Queries,
  key: Pick<KeyRow, 'id' | 'name' | 'createdAt'> & { keyHash: string },
): Promise<void> {
  await tx.query('insert into api_keys (shop_id, id, name, key_hash, created_at) values ($1, $2, $3, $4, $5)', [
    key.id,
    key.name,
    key.keyHash,
    key.createdAt,
  ])
}

export function listActiveKeys(shop: Queries): Promise<KeyRow[]> {
  return shop.query<KeyRow>(
    `select id, name, created_at, last_used_at, last_used_from from api_keys
     where shop_id = $1 and revoked_at is null order by created_at, id`,
  )
}

/** Stores a use of a key, unless another process has stored a later one. */
export async function storeKeyUse(shop: Queries, id: string, { at, ip }: { at: Date; ip: string }): Promise<void> {
  await shop.query(
    `update api_keys set last_used_at = $3, last_used_from = $4
     where shop_id = $1 and id = $2 and (last_used_at is null or last_used_at < $3)`,
    [id, at, ip],
  )
}

/** Revokes a key; returns its hash, or nothing when there is no such active key. */
export async function revokeKey(
  tx: Queries,
  id: string,
  now: Date,
): Promise<{ keyHash: string; name: string } | undefined> {
  const [row] = await tx.query<{ keyHash: string; name: string }>(
    'update api_keys set revoked_at = $3 where shop_id = $1 and id = $2 and revoked_at is null returning key_hash, name',
    [id, now],
  )
  return row
}
