import type { Queries } from '#database/database.ts'

/** Senders whose new conversations are spam (migrations/0038): addresses and domains, in lowercase. */

export interface SpamSender {
  sender: string
  createdAt: Date
}

export function listSpamSenders(shop: Queries): Promise<SpamSender[]> {
  return shop.query<SpamSender>('select sender, created_at from spam_senders where shop_id = $1 order by sender')
}

/** Whether an address, in lowercase, or its domain is listed. */
export async function isSpamSender(shop: Queries, address: string): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const rows = await shop.query('select 1 from spam_senders where shop_id = $1 and sender in ($2, $3) limit 1', [
    address,
    domain,
  ])
  return rows.length > 0
}

export async function countSpamSenders(tx: Queries): Promise<number> {
  const [row] = await tx.query<{ count: number }>('select count(*)::int as count from spam_senders where shop_id = $1')
  return row?.count ?? 0
}

export async function insertSpamSender(tx: Queries, sender: string, now: Date): Promise<void> {
  await tx.query(
    'insert into spam_senders (shop_id, sender, created_at) values ($1, $2, $3) on conflict (shop_id, sender) do nothing',
    [sender, now],
  )
}

export async function deleteSpamSender(tx: Queries, sender: string): Promise<boolean> {
  const rows = await tx.query('delete from spam_senders where shop_id = $1 and sender = $2 returning 1', [sender])
  return rows.length > 0
}
