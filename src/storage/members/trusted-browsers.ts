import type { Queries } from '#database/database.ts'

/** The member whose browser has this cookie. */
export async function findDevice(shop: Queries, tokenHash: string): Promise<string | undefined> {
  const [row] = await shop.query<{ memberId: string }>(
    'select member_id from trusted_browsers where shop_id = $1 and token_hash = $2',
    [tokenHash],
  )
  return row?.memberId
}

/** Whether any browser of the member is remembered. */
export async function hasDevice(shop: Queries, memberId: string): Promise<boolean> {
  const rows = await shop.query('select 1 from trusted_browsers where shop_id = $1 and member_id = $2 limit 1', [
    memberId,
  ])
  return rows.length > 0
}

export async function insertDevice(
  tx: Queries,
  { memberId, tokenHash, now }: { memberId: string; tokenHash: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into trusted_browsers (shop_id, token_hash, member_id, created_at, seen_at) values ($1, $2, $3, $4, $4)`,
    [tokenHash, memberId, now],
  )
}

/** Gives a browser another cookie. */
export async function touchDevice(tx: Queries, tokenHash: string, next: string, now: Date): Promise<void> {
  await tx.query('update trusted_browsers set token_hash = $3, seen_at = $4 where shop_id = $1 and token_hash = $2', [
    tokenHash,
    next,
    now,
  ])
}

/** Forgets a member's browsers but the `keep` that were seen last. */
export async function keepNewestDevices(tx: Queries, memberId: string, keep: number): Promise<void> {
  await tx.query(
    `delete from trusted_browsers where shop_id = $1 and token_hash = any (array(
       select d.token_hash from trusted_browsers d where d.shop_id = $1 and d.member_id = $2
       order by d.seen_at desc offset $3))`,
    [memberId, keep],
  )
}

/** Forgets all of a member's browsers. */
export async function deleteDevices(tx: Queries, memberId: string): Promise<void> {
  await tx.query('delete from trusted_browsers where shop_id = $1 and member_id = $2', [memberId])
}
