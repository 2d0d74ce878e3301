import type { Queries } from '#database/database.ts'
import { inboundQueue } from '#storage/inbound/inbound-queue.ts'

/** What providers sent, until it is read (migrations/0012). Of one sender always the earliest is read first. */

export interface NewInbound {
  id: string
  accountId: string
  /** Whom it is from: of one sender always the earliest is read first. */
  sender: string
  fingerprint: string
  payload: Buffer
}

export const channelInbound = inboundQueue({
  table: 'channel_inbound',
  source: 'account_id',
  lane: ['account_id', 'sender'],
})

/** Stores what a provider sent. What came before, and is not read yet, is left out. */
export async function insertInbound(tx: Queries, rows: NewInbound[], now: Date): Promise<void> {
  if (rows.length === 0) return
  tx.announce?.('inbound')
  const values = rows.map(
    (_, i) =>
      `($1, $${i * 5 + 3}, $${i * 5 + 4}, $${i * 5 + 5}, $${i * 5 + 6}, $${i * 5 + 7}::bytea, $2::timestamptz, $2::timestamptz)`,
  )
  await tx.query(
    `insert into channel_inbound (shop_id, id, account_id, sender, fingerprint, payload, due_at, created_at)
     values ${values.join(', ')} on conflict (shop_id, account_id, fingerprint) do nothing`,
    [now, ...rows.flatMap((row) => [row.id, row.accountId, row.sender, row.fingerprint, row.payload])],
  )
}
