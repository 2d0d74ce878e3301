import type { Queries } from '#database/database.ts'

export interface IdentitySecretRow {
  id: string
  secret: string
  createdAt: Date
}

/** Place for which an identity secret is encrypted. */
export const placeOfIdentitySecret = (shopId: string, id: string) => `identity_secrets/${shopId}/${id}`

export async function listIdentitySecrets(shop: Queries): Promise<IdentitySecretRow[]> {
  const rows = await shop.query<IdentitySecretRow>(
    'select id, secret, created_at from identity_secrets where shop_id = $1 order by created_at, id',
  )
  return rows.map((row) => ({
    ...row,
    secret: shop.secrets.open(row.secret, placeOfIdentitySecret(shop.shopId, row.id)),
  }))
}

export async function insertIdentitySecret(tx: Queries, secret: IdentitySecretRow): Promise<void> {
  await tx.query('insert into identity_secrets (shop_id, id, secret, created_at) values ($1, $2, $3, $4)', [
    secret.id,
    tx.secrets.seal(secret.secret, placeOfIdentitySecret(tx.shopId, secret.id)),
    secret.createdAt,
  ])
}

export async function deleteIdentitySecret(shop: Queries, id: string): Promise<boolean> {
  const rows = await shop.query('delete from identity_secrets where shop_id = $1 and id = $2 returning id', [id])
  return rows.length > 0
}
