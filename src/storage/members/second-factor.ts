import type { Queries } from '#database/database.ts'

export interface SecondFactorRow {
  secret: string
  confirmedAt: Date | null
  lastStep: string
  recoveryHashes: string[]
}

const COLUMNS = 'secret, confirmed_at, last_step, recovery_hashes'

/** Place for which a second factor's secret is encrypted. */
export const placeOfSecondFactor = (shopId: string, memberId: string) => `second_factors/${shopId}/${memberId}`

/** A member's second factor, confirmed or begun; held in a transaction when a code is about to be used up. */
export async function findSecondFactor(
  shop: Queries,
  memberId: string,
  lock = false,
): Promise<SecondFactorRow | undefined> {
  const [row] = await shop.query<SecondFactorRow>(
    `select ${COLUMNS} from second_factors where shop_id = $1 and member_id = $2 ${lock ? 'for update' : ''}`,
    [memberId],
  )
  return row && { ...row, secret: shop.secrets.open(row.secret, placeOfSecondFactor(shop.shopId, memberId)) }
}

/** Begins again with another secret, which counts once it is confirmed. False, and unchanged, if one is confirmed. */
export async function beginSecondFactor(tx: Queries, memberId: string, secret: string): Promise<boolean> {
  const begun = await tx.query(
    `insert into second_factors (shop_id, member_id, secret) values ($1, $2, $3)
     on conflict (shop_id, member_id) do update
       set secret = excluded.secret, last_step = 0, recovery_hashes = '{}'
       where second_factors.confirmed_at is null
     returning member_id`,
    [memberId, tx.secrets.seal(secret, placeOfSecondFactor(tx.shopId, memberId))],
  )
  return begun.length > 0
}

export async function saveSecondFactor(
  tx: Queries,
  memberId: string,
  row: Omit<SecondFactorRow, 'secret'>,
): Promise<void> {
  await tx.query(
    `update second_factors set confirmed_at = $3, last_step = $4, recovery_hashes = $5::text[]
     where shop_id = $1 and member_id = $2`,
    [memberId, row.confirmedAt, row.lastStep, row.recoveryHashes],
  )
}

export async function deleteSecondFactor(tx: Queries, memberId: string): Promise<void> {
  tx.signal({ kind: 'sessions' })
  await tx.query('delete from second_factors where shop_id = $1 and member_id = $2', [memberId])
}

/** Members whose second factor is on. */
export async function listSecondFactors(shop: Queries): Promise<string[]> {
  const rows = await shop.query<{ memberId: string }>(
    'select member_id from second_factors where shop_id = $1 and confirmed_at is not null',
  )
  return rows.map((row) => row.memberId)
}
