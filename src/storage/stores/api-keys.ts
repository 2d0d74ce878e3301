import type { Queries } from '#database/database.ts'

export interface KeyRow {
  id: string
  name: string
  createdAt: Date
}

export async function insertKey(tx: Queries, key: KeyRow & { keyHash: string }): Promise<void> {
  await tx.query('insert into api_keys (shop_id, id, name, key_hash, created_at) values ($1, $2, $3, $4, $5)', [
    key.id,
    key.name,
    key.keyHash,
    key.createdAt,
  ])
}

export function listActiveKeys(shop: Queries): Promise<KeyRow[]> {
  return shop.query<KeyRow>(
    'select id, name, created_at from api_keys where shop_id = $1 and revoked_at is null order by created_at, id',
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
