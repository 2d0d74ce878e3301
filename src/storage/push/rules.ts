import type { Queries } from '#database/database.ts'

/** What pushes of a store may show (migrations/0019). */
export interface PushRules {
  /** Neither what was said nor whom a conversation is with. */
  hidesText: boolean
}

export async function findPushRules(shop: Queries): Promise<PushRules> {
  const [row] = await shop.query<PushRules>('select hides_text from push_settings where shop_id = $1')
  return row ?? { hidesText: false }
}

export async function savePushRules(tx: Queries, { hidesText }: PushRules): Promise<void> {
  await tx.query(
    `insert into push_settings (shop_id, hides_text) values ($1, $2)
     on conflict (shop_id) do update set hides_text = excluded.hides_text`,
    [hidesText],
  )
}
