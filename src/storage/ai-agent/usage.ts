import type { Queries } from '#database/database.ts'

/** Tokens that a store's models took on a UTC day (migrations/0015). */
export async function readTokens(shop: Queries, day: string): Promise<number> {
  const [row] = await shop.query<{ tokens: string }>(
    'select tokens from ai_usage where shop_id = $1 and day = $2::date',
    [day],
  )
  return Number(row?.tokens ?? 0)
}

export async function addTokens(shop: Queries, day: string, tokens: number): Promise<void> {
  await shop.query(
    `insert into ai_usage (shop_id, day, tokens) values ($1, $2::date, $3)
     on conflict (shop_id, day) do update set tokens = ai_usage.tokens + excluded.tokens`,
    [day, tokens],
  )
}
